// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Npy.h"
#include "NpyHeader.h"
#include "TestSupport.h"

using namespace syncflow::run;
using namespace syncflow::run::test;
using testing::HasSubstr;

namespace {

/// A file of the given version around a header and data.
std::string npy(llvm::StringRef header, llvm::StringRef data, int version = 1) {
  std::string text = header.str() + "\n";
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    file += static_cast<char>((text.size() >> (8 * i)) & 0xff);
  return file + text + data.str();
}

std::string header(llvm::StringRef descr, llvm::StringRef shape, bool fortran = false) {
  return ("{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }")
      .str();
}

class Npy : public testing::Test {
protected:
  TemporaryFolder folder;

  llvm::Expected<HostTensor> read(llvm::StringRef content, const sflow_tensor_type *wanted = nullptr) {
    return readNpy(folder.write("a.npy", content), wanted);
  }
  std::string complaint(llvm::StringRef content, const sflow_tensor_type *wanted = nullptr) {
    return messageOf(read(content, wanted));
  }
};

TEST_F(Npy, RoundTripsEveryElementType){
#define SFLOW_CASE(NAME, SPELLING, VALUE)                                                                              \
  {                                                                                                                    \
    HostTensor tensor(SFLOW_ELEMENT_##NAME, {2, 3});                                                                   \
    for (uint64_t i = 0; i < tensor.bytes(); ++i)                                                                      \
      tensor.data()[i] = static_cast<char>(i * 37);                                                                    \
    int64_t dims[] = {2, -1};                                                                                          \
    sflow_tensor_type type = {"t", dims, SFLOW_ELEMENT_##NAME, 2};                                                     \
    std::string file = folder.file(#SPELLING);                                                                         \
    ASSERT_EQ(messageOf(writeNpy(file, tensor)), "success");                                                           \
    llvm::Expected<HostTensor> again = readNpy(file, &type);                                                           \
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());                                                     \
    EXPECT_EQ(again->element(), uint32_t(SFLOW_ELEMENT_##NAME));                                                       \
    EXPECT_EQ(again->shape(), tensor.shape());                                                                         \
    EXPECT_EQ(again->raw(), tensor.raw());                                                                             \
  }
    SFLOW_ELEMENT_LIST(SFLOW_CASE)
#undef SFLOW_CASE
}

TEST_F(Npy, WritesWhatNumpyReads) {
  HostTensor vector = tensorOf<float>(SFLOW_ELEMENT_F32, {2}, {1, 2});
  ASSERT_EQ(messageOf(writeNpy(folder.file("v.npy"), vector)), "success");
  std::string content = folder.read("v.npy");
  EXPECT_EQ(content.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_THAT(content, HasSubstr("{'descr': '<f4', 'fortran_order': False, "
                                 "'shape': (2, ), }"));
  ASSERT_EQ(content.size() % 64, 8u); // Data starts at a multiple of 64.
  EXPECT_EQ(content[content.size() - 9], '\n');
  HostTensor scalar = tensorOf<float>(SFLOW_ELEMENT_F32, {}, {3});
  ASSERT_EQ(messageOf(writeNpy(folder.file("s.npy"), scalar)), "success");
  EXPECT_THAT(folder.read("s.npy"), HasSubstr("'shape': (), }"));
}

TEST_F(Npy, ReadsVersionsTwoAndThree) {
  std::string data(8, '\0');
  for (int version : {1, 2, 3}) {
    llvm::Expected<HostTensor> tensor = read(npy(header("<i4", "(2,)"), data, version));
    ASSERT_TRUE(bool(tensor)) << llvm::toString(tensor.takeError());
    EXPECT_EQ(tensor->typeName(), "2xi32");
  }
  EXPECT_THAT(complaint(npy(header("<i4", "(2,)"), data, 4)), HasSubstr("format version 4"));
}

TEST_F(Npy, ConvertsFortranOrder) {
  // Column by column: (0,0) (1,0) (0,1) (1,1) (0,2) (1,2).
  llvm::Expected<HostTensor> tensor = read(npy(header("|u1", "(2, 3)", true), "\1\2\3\4\5\6"));
  ASSERT_TRUE(bool(tensor)) << llvm::toString(tensor.takeError());
  EXPECT_EQ(tensor->raw(), "\1\3\5\2\4\6");
  llvm::Expected<HostTensor> cube = read(npy(header("|u1", "(2, 2, 2)", true), "\1\2\3\4\5\6\7\x8"));
  ASSERT_TRUE(bool(cube));
  EXPECT_EQ(cube->raw(), "\1\5\3\7\2\6\4\x8");
}

TEST_F(Npy, ReadsBF16AsBitPatterns) {
  int64_t dims[] = {2};
  sflow_tensor_type bf16 = {"t", dims, SFLOW_ELEMENT_BF16, 1};
  sflow_tensor_type f16 = {"t", dims, SFLOW_ELEMENT_F16, 1};
  std::string bits("\x80\x3f\x00\x40", 4);
  for (llvm::StringRef descr : {"<u2", "|V2"}) {
    llvm::Expected<HostTensor> tensor = read(npy(header(descr, "(2,)"), bits), &bf16);
    ASSERT_TRUE(bool(tensor)) << llvm::toString(tensor.takeError());
    EXPECT_EQ(tensor->at(0), 1.0);
    EXPECT_EQ(tensor->at(1), 2.0);
  }
  EXPECT_THAT(complaint(npy(header("<u2", "(2,)"), bits), &f16), HasSubstr("dtype is u16, expected f16 ('<f2')"));
  EXPECT_THAT(complaint(npy(header("<f2", "(2,)"), bits), &bf16), HasSubstr("dtype is f16, expected bf16 ('<u2')"));
}

TEST_F(Npy, NamesFileAndBothSidesOfAMismatch) {
  int64_t dims[] = {1, -1};
  sflow_tensor_type type = {"t", dims, SFLOW_ELEMENT_I32, 2};
  std::string data(8, '\0');
  EXPECT_EQ(complaint(npy(header("<i4", "(1, 2)"), data), &type), "success");
  EXPECT_EQ(complaint(npy(header("<i4", "(2, 1)"), data), &type),
            folder.file("a.npy") + ": shape is 2x1xi32, expected 1x?xi32");
  EXPECT_THAT(complaint(npy(header("<i4", "(2,)"), data), &type), HasSubstr("shape is 2xi32, expected 1x?xi32"));
  EXPECT_THAT(complaint(npy(header("<f4", "(1, 2)"), data), &type), HasSubstr("dtype is f32, expected i32"));
}

TEST_F(Npy, RejectsDamagedFiles) {
  std::string good = npy(header("<f4", "(2,)"), std::string(8, 'x'));
  EXPECT_EQ(complaint(good), "success");
  // Cut anywhere, it has to be an error and not a crash.
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_THAT(complaint(llvm::StringRef(good).take_front(size)),
                testing::AnyOf(HasSubstr("short file"), HasSubstr("bad magic")))
        << size;
  EXPECT_THAT(complaint(good + "y"), HasSubstr("long file: 2xf32 needs 8 bytes "
                                               "of data, the file has 9"));
  EXPECT_THAT(complaint("PK\3\4 something"), HasSubstr("bad magic"));
  EXPECT_THAT(messageOf(readNpy(folder.file("none.npy"))), HasSubstr("cannot read '" + folder.file("none.npy")));
}

TEST_F(Npy, SurvivesEveryDamage) {
  HostTensor tensor = tensorOf<float>(SFLOW_ELEMENT_F32, {2, 3}, {1, 2, 3, 4, 5, 6});
  ASSERT_EQ(messageOf(writeNpy(folder.file("t"), tensor)), "success");
  std::string whole = folder.read("t");
  unsigned accepted = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    folder.write("d", damage(whole, seed));
    llvm::Expected<HostTensor> read = readNpy(folder.file("d"));
    accepted += bool(read);
    if (read)
      EXPECT_LE(read->bytes(), whole.size()) << "seed " << seed;
    else
      EXPECT_THAT(messageOf(read.takeError()), HasSubstr(folder.file("d"))) << "seed " << seed;
  }
  EXPECT_GT(accepted, 0u);
  EXPECT_LT(accepted, 300u);
}

TEST_F(Npy, RejectsForeignDtypes) {
  std::string data(8, '\0');
  EXPECT_THAT(complaint(npy(header(">f4", "(2,)"), data)), HasSubstr("'>f4' is big-endian"));
  for (llvm::StringRef descr : {"<c8", "|O", "<U2", "<f16", "<i3", "", "f"})
    EXPECT_THAT(complaint(npy(header(descr, "(1,)"), data)), HasSubstr("dtype '" + descr.str() + "' is not supported"));
  EXPECT_THAT(complaint(npy("{'descr': [('a', '<f4')], 'fortran_order': False, "
                            "'shape': (2,)}",
                            data)),
              HasSubstr("structured dtypes"));
}

TEST(NpyHeader, AcceptsEveryOrderAndQuote) {
  llvm::Expected<NpyHeader> parsed =
      parseNpyHeader("{\"shape\": ( 2 , 3 ), 'fortran_order': True , 'descr': '<f8'}  \n");
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  EXPECT_EQ(parsed->descr, "<f8");
  EXPECT_TRUE(parsed->fortranOrder);
  EXPECT_EQ(parsed->shape, (Shape{2, 3}));
}

TEST(NpyHeader, RejectsEverythingElse) {
  auto complaint = [](llvm::StringRef text) { return messageOf(parseNpyHeader(text)); };
  const char *rest = "'descr': '<f4', 'fortran_order': False";
  auto with = [&](const char *shape) { return std::string("{") + rest + ", 'shape': " + shape + "}"; };
  EXPECT_EQ(complaint(with("(2,)")), "success");
  EXPECT_THAT(complaint(with("2")), HasSubstr("has to be a tuple"));
  EXPECT_THAT(complaint(with("(-2,)")), HasSubstr("no number in range"));
  EXPECT_THAT(complaint(with("(99999999999999999999,)")), HasSubstr("no number in range"));
  EXPECT_THAT(complaint(with("(2 3)")), HasSubstr("',' or ')'"));
  EXPECT_THAT(complaint(with("(2,")), HasSubstr("no number in range"));
  EXPECT_THAT(complaint(with("(2,)") + "x"), HasSubstr("after the closing"));
  EXPECT_THAT(complaint(""), HasSubstr("does not start with '{'"));
  EXPECT_THAT(complaint("{}"), HasSubstr("it needs"));
  EXPECT_THAT(complaint("{'descr' '<f4'}"), HasSubstr("':' expected"));
  EXPECT_THAT(complaint("{'descr': '<f4"), HasSubstr("does not end"));
  EXPECT_THAT(complaint("{'descr': '<f4', 'descr': '<f4'}"), HasSubstr("unexpected or repeated key"));
  EXPECT_THAT(complaint("{'other': '<f4'}"), HasSubstr("unexpected"));
  EXPECT_THAT(complaint("{'fortran_order': Maybe}"), HasSubstr("True or False"));
}

} // namespace
