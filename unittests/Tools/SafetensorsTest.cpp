// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Safetensors.h"
#include "Parameters.h"
#include "TestSupport.h"

using namespace syncflow::run;
using namespace syncflow::run::test;
using testing::HasSubstr;

namespace {

std::string file(llvm::StringRef header, llvm::StringRef data) {
  std::string content;
  for (int i = 0; i < 8; ++i)
    content += static_cast<char>((uint64_t(header.size()) >> (8 * i)) & 0xff);
  return content + header.str() + data.str();
}

std::string entry(llvm::StringRef name, llvm::StringRef dtype, llvm::StringRef shape, int begin, int end) {
  return ("\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":[" +
          llvm::Twine(begin) + "," + llvm::Twine(end) + "]}")
      .str();
}

std::string complaint(const std::string &content) { return messageOf(parseSafetensors(content)); }

TEST(Safetensors, ReadsTensorsWhereTheyLie) {
  std::string content = file("{\"__metadata__\":{\"format\":\"pt\"}," + entry("b", "F32", "[2]", 2, 10) + "," +
                                 entry("a", "BF16", "[]", 0, 2) + "," + entry("none", "I64", "[0,4]", 2, 2) + "}",
                             "0123456789");
  llvm::Expected<std::vector<FileTensor>> tensors = parseSafetensors(content);
  ASSERT_TRUE(bool(tensors)) << llvm::toString(tensors.takeError());
  ASSERT_EQ(tensors->size(), 3u);
  EXPECT_EQ((*tensors)[0].name, "a");
  EXPECT_EQ((*tensors)[0].element, uint32_t(SFLOW_ELEMENT_BF16));
  EXPECT_EQ((*tensors)[1].name, "none");
  EXPECT_EQ((*tensors)[2].name, "b");
  EXPECT_EQ((*tensors)[2].shape, (Shape{2}));
  // Not copied.
  EXPECT_EQ((*tensors)[2].data, content.data() + content.size() - 8);
}

TEST(Safetensors, KnowsTheDtypes) {
  for (llvm::StringRef dtype :
       {"F16", "BF16", "F32", "F64", "I8", "U8", "I16", "U16", "I32", "U32", "I64", "U64", "BOOL"})
    EXPECT_EQ(complaint(file("{" + entry("t", dtype, "[0]", 0, 0) + "}", "")), "success");
  EXPECT_THAT(complaint(file("{" + entry("t", "F8_E5M2", "[0]", 0, 0) + "}", "")),
              HasSubstr("tensor 't': unknown dtype 'F8_E5M2'"));
}

TEST(Safetensors, RejectsOffsetsThatDoNotHold) {
  auto two = [](int b0, int e0, int b1, int e1, llvm::StringRef data) {
    return complaint(file("{" + entry("x", "U8", "[4]", b0, e0) + "," + entry("y", "U8", "[4]", b1, e1) + "}", data));
  };
  EXPECT_EQ(two(0, 4, 4, 8, "01234567"), "success");
  EXPECT_THAT(two(0, 4, 3, 7, "01234567"), HasSubstr("'y': its bytes overlap those of 'x'"));
  EXPECT_THAT(two(0, 4, 5, 9, "012345678"), HasSubstr("1 bytes before it belong to no tensor"));
  EXPECT_THAT(two(0, 4, 4, 8, "012345678"), HasSubstr("1 bytes at the end belong to no tensor"));
  EXPECT_THAT(two(0, 4, 4, 8, "0123456"), HasSubstr("'y': offsets 4 to 8 do not lie in the 7 bytes"));
  EXPECT_THAT(two(0, 4, 8, 4, "01234567"), HasSubstr("offsets 8 to 4"));
  EXPECT_THAT(two(0, 4, 4, 9, "012345678"), HasSubstr("4xu8 needs 4 bytes, its offsets hold 5"));
}

TEST(Safetensors, RejectsDamagedHeaders) {
  std::string good = file("{" + entry("x", "U8", "[4]", 0, 4) + "}", "0123");
  EXPECT_EQ(complaint(good), "success");
  for (size_t size = 0; size < good.size(); ++size)
    EXPECT_NE(complaint(good.substr(0, size)), "success") << size;
  EXPECT_THAT(complaint("1234567"), HasSubstr("short file"));
  EXPECT_THAT(complaint(std::string(8, '\xff') + "{}"), HasSubstr("18446744073709551615 bytes by its length"));
  EXPECT_THAT(complaint(file("[]", "")), HasSubstr("start with '{'"));
  EXPECT_THAT(complaint(file("{\"x\":", "")), HasSubstr("no JSON"));
  EXPECT_THAT(complaint(file("{\"x\":[]}", "")), HasSubstr("no object"));
  EXPECT_THAT(complaint(file("{\"x\":{}}", "")), HasSubstr("no 'dtype'"));
  EXPECT_THAT(complaint(file("{\"x\":{\"dtype\":\"U8\"}}", "")), HasSubstr("'shape' is no list"));
  EXPECT_THAT(complaint(file("{\"x\":{\"dtype\":\"U8\",\"shape\":[-1]}}", "")), HasSubstr("'shape' is no list"));
  EXPECT_THAT(complaint(file("{\"x\":{\"dtype\":\"U8\",\"shape\":[1.5]}}", "")), HasSubstr("'shape' is no list"));
  EXPECT_THAT(complaint(file("{\"x\":{\"dtype\":\"U8\",\"shape\":[1],"
                             "\"data_offsets\":[0]}}",
                             "")),
              HasSubstr("no pair of offsets"));
  EXPECT_THAT(complaint(file("{" + entry("x", "F64", "[4611686018427387904,8]", 0, 0) + "}", "")),
              HasSubstr("needs too many bytes"));
  // The JSON parser recurses; this would exhaust its stack.
  EXPECT_THAT(complaint(file("{\"x\":" + std::string(1 << 20, '['), "")), HasSubstr("nested too deeply"));
  EXPECT_THAT(complaint(file("{\"[[[[[[[[[[\\\"[\":1}", "")), HasSubstr("no object"));
}

TEST(Safetensors, SurvivesEveryDamage) {
  std::string whole = file("{\"__metadata__\":{\"format\":\"pt\"}," + entry("b", "F32", "[2,1]", 2, 10) + "," +
                               entry("a", "BF16", "[]", 0, 2) + "}",
                           "0123456789");
  unsigned accepted = 0;
  for (unsigned seed = 0; seed < 20000; ++seed) {
    std::string content = damage(whole, seed);
    llvm::Expected<std::vector<FileTensor>> tensors = parseSafetensors(content);
    accepted += bool(tensors);
    if (!tensors) {
      EXPECT_NE(messageOf(tensors.takeError()), "") << "seed " << seed;
      continue;
    }
    for (const FileTensor &tensor : *tensors) {
      EXPECT_GE(tensor.data, content.data()) << "seed " << seed;
      EXPECT_LE(tensor.data + tensor.bytes, content.data() + content.size()) << "seed " << seed;
    }
  }
  EXPECT_GT(accepted, 0u);
  EXPECT_LT(accepted, 20000u);
}

class ParameterFiles : public testing::Test {
protected:
  TemporaryFolder folder;
  int64_t two[1] = {2};
  sflow_tensor_type types[2] = {{"w", two, SFLOW_ELEMENT_F32, 1}, {"b", two, SFLOW_ELEMENT_F32, 1}};
  sflow_module_desc module = {};

  void SetUp() override {
    module.parameters = types;
    module.parameter_count = 2;
  }
  std::string write(const char *name, const std::string &header, llvm::StringRef data) {
    return folder.write(name, file(header, data));
  }
  std::string bind(llvm::ArrayRef<std::string> files) {
    llvm::Expected<Parameters> parameters = Parameters::open(files);
    if (!parameters)
      return messageOf(parameters.takeError());
    return messageOf(parameters->bind(module));
  }
};

TEST_F(ParameterFiles, BindsByNameOverSeveralFiles) {
  float values[] = {1, 2, 3, 4};
  auto bytes = [&](int first) { return llvm::StringRef(reinterpret_cast<char *>(values + first), 8); };
  std::string b = write("b", "{" + entry("b", "F32", "[2]", 0, 8) + "}", bytes(0));
  // The odd header length makes the data lie at an odd address.
  std::string header = "{" + entry("w", "F32", "[2]", 0, 8) + "}";
  header += std::string(header.size() % 2 ? 2 : 1, ' ');
  std::string w = write("w", header, bytes(2));
  llvm::Expected<Parameters> parameters = Parameters::open({b, w});
  ASSERT_TRUE(bool(parameters)) << llvm::toString(parameters.takeError());
  ASSERT_EQ(messageOf(parameters->bind(module)), "success");
  ASSERT_EQ(parameters->entries().size(), 2u);
  const sflow_parameter &bound = parameters->entries()[0];
  EXPECT_STREQ(bound.name, "w");
  EXPECT_EQ(bound.byte_size, 8u);
  EXPECT_EQ(bound.rank, 1u);
  EXPECT_EQ(bound.shape[0], 2);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(bound.data) % 4, 0u);
  EXPECT_EQ(static_cast<const float *>(bound.data)[1], 4);
  EXPECT_EQ(static_cast<const float *>(parameters->entries()[1].data)[0], 1);
}

TEST_F(ParameterFiles, NamesWhatIsMissingOrWrong) {
  std::string data(8, '\0');
  std::string b = write("b", "{" + entry("b", "F32", "[2]", 0, 8) + "}", data);
  std::string other = write("w64", "{" + entry("w", "F64", "[1]", 0, 8) + "}", data);
  std::string shape = write("w11", "{" + entry("w", "F32", "[1,2]", 0, 8) + "}", data);
  EXPECT_EQ(bind({}), "2 of the module's 2 parameters have no file (give "
                      "--parameters=FILE): 'w', 'b'");
  EXPECT_EQ(bind({b}), "1 of the module's 2 parameters are in none of the "
                       "parameter files: 'w'");
  EXPECT_EQ(bind({b, b}), "parameter 'b' is in '" + b + "' and again in '" + b + "'");
  EXPECT_EQ(bind({b, other}), other + ": parameter 'w' is 1xf64, the module "
                                      "expects 2xf32");
  EXPECT_THAT(bind({b, shape}), HasSubstr("is 1x2xf32, the module expects"));
  std::string broken = folder.write("broken", "short");
  EXPECT_EQ(bind({b, broken}), broken + ": short file: no header length");
  EXPECT_THAT(bind({folder.file("none")}), HasSubstr("cannot read"));
}

} // namespace
