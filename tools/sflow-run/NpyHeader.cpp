// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "NpyHeader.h"

#include "Errors.h"
#include "llvm/ADT/StringExtras.h"

namespace syncflow::run {

namespace {

/// The few forms of Python literals that numpy writes into a header.
class HeaderParser {
public:
  explicit HeaderParser(llvm::StringRef text) : rest(text) {}

  llvm::Expected<NpyHeader> parse() {
    if (!eat('{'))
      return fail("it does not start with '{'");
    while (!eat('}')) {
      if (llvm::Error error = parseItem())
        return std::move(error);
      if (!eat(',') && !peek('}'))
        return fail("',' or '}' expected after an item");
    }
    if (!rest.trim().empty())
      return fail("there is text after the closing '}'");
    if (!haveDescr || !haveOrder || !haveShape)
      return fail("it needs 'descr', 'fortran_order' and 'shape'");
    return header;
  }

private:
  llvm::StringRef rest;
  NpyHeader header;
  bool haveDescr = false, haveOrder = false, haveShape = false;

  static llvm::Error fail(const llvm::Twine &what) { return badInput("bad header: " + what); }

  bool peek(char c) {
    rest = rest.ltrim();
    return rest.starts_with(llvm::StringRef(&c, 1));
  }

  bool eat(char c) {
    if (!peek(c))
      return false;
    rest = rest.drop_front();
    return true;
  }

  llvm::Error parseItem() {
    llvm::Expected<std::string> key = parseString();
    if (!key)
      return key.takeError();
    if (!eat(':'))
      return fail("':' expected after '" + *key + "'");
    if (*key == "descr" && !haveDescr)
      return parseDescr();
    if (*key == "fortran_order" && !haveOrder)
      return parseOrder();
    if (*key == "shape" && !haveShape)
      return parseShape();
    return fail("unexpected or repeated key '" + *key + "'");
  }

  llvm::Expected<std::string> parseString() {
    char quote = peek('"') ? '"' : '\'';
    if (!eat(quote))
      return fail("a quoted string expected");
    size_t end = rest.find(quote);
    if (end == llvm::StringRef::npos)
      return fail("a string does not end");
    std::string value = rest.take_front(end).str();
    rest = rest.drop_front(end + 1);
    return value;
  }

  llvm::Error parseDescr() {
    if (peek('['))
      return fail("structured dtypes are not supported");
    llvm::Expected<std::string> descr = parseString();
    if (!descr)
      return descr.takeError();
    header.descr = *descr;
    haveDescr = true;
    return llvm::Error::success();
  }

  llvm::Error parseOrder() {
    rest = rest.ltrim();
    header.fortranOrder = rest.starts_with("True");
    if (!rest.consume_front("True") && !rest.consume_front("False"))
      return fail("'fortran_order' has to be True or False");
    haveOrder = true;
    return llvm::Error::success();
  }

  llvm::Error parseShape() {
    if (!eat('('))
      return fail("'shape' has to be a tuple");
    while (!eat(')')) {
      rest = rest.ltrim();
      uint64_t size = 0;
      if (rest.consumeInteger(10, size) || size > INT64_MAX)
        return fail("a dimension of 'shape' is no number in range");
      header.shape.push_back(static_cast<int64_t>(size));
      if (!eat(',') && !peek(')'))
        return fail("',' or ')' expected in 'shape'");
    }
    haveShape = true;
    return llvm::Error::success();
  }
};

} // namespace

llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef text) { return HeaderParser(text).parse(); }

} // namespace syncflow::run
