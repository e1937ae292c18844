// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Prepare.h"
#include "Npy.h"
#include "TestModule.h"
#include "TestSupport.h"

using namespace syncflow::run;
using namespace syncflow::run::test;
using testing::HasSubstr;

namespace {

class PrepareFixture : public testing::Test {
protected:
  TemporaryFolder folder;
  ScaleAdd module{/*fixed=*/false};
  CompiledModule compiled;
  Options options;

  void SetUp() override {
    compiled.desc = &module.desc;
    compiled.devicesPerRank = 2;
  }
  std::string npy(const char *name, const HostTensor &tensor) {
    EXPECT_EQ(messageOf(writeNpy(folder.file(name), tensor)), "success");
    return folder.file(name);
  }
  std::string complaint(unsigned cores = 64) { return messageOf(prepare(options, compiled, cores)); }
};

TEST_F(PrepareFixture, ReadsInputsInOrder) {
  HostTensor x = tensorOf<float>(SFLOW_ELEMENT_F32, {2}, {1, 2});
  HostTensor y = tensorOf<float>(SFLOW_ELEMENT_F32, {3}, {3, 4, 5});
  options.inputs = {npy("x", x), npy("y", y)};
  llvm::Expected<Prepared> prepared = prepare(options, compiled, 64);
  ASSERT_TRUE(bool(prepared)) << llvm::toString(prepared.takeError());
  ASSERT_EQ(prepared->request.inputs.size(), 2u);
  EXPECT_EQ(prepared->request.inputs[0].raw(), x.raw());
  EXPECT_EQ(prepared->request.inputs[1].raw(), y.raw());
  EXPECT_EQ(prepared->request.ranks, 1u);
  EXPECT_EQ(prepared->request.devices, 2u);
  EXPECT_EQ(prepared->warning, "");
}

TEST_F(PrepareFixture, ChecksInputsAgainstTheEntry) {
  HostTensor x = tensorOf<float>(SFLOW_ELEMENT_F32, {2}, {1, 2});
  HostTensor wrong(SFLOW_ELEMENT_F32, {2, 1});
  HostTensor doubles(SFLOW_ELEMENT_F64, {2});
  EXPECT_EQ(complaint(), "@main takes 2 inputs (?xf32, ?xf32), 0 given: one "
                         "--input=FILE for each, or --random-inputs=SEED");
  options.inputs = {npy("x", x)};
  EXPECT_THAT(complaint(), HasSubstr("2 inputs (?xf32, ?xf32), 1 given"));
  options.inputs = {npy("x", x), npy("wrong", wrong)};
  EXPECT_EQ(complaint(), folder.file("wrong") + ": shape is 2x1xf32, expected ?xf32");
  options.inputs = {npy("doubles", doubles), npy("x", x)};
  EXPECT_THAT(complaint(), HasSubstr("dtype is f64, expected f32"));
}

TEST_F(PrepareFixture, ChecksExpectedResultsBeforeRunning) {
  options.randomSeed = 1;
  options.shapes = {{0, {2}}, {1, {2}}};
  EXPECT_EQ(complaint(), "success");
  HostTensor wrong(SFLOW_ELEMENT_I32, {2});
  options.expected = {npy("e", wrong)};
  EXPECT_THAT(complaint(), HasSubstr("dtype is i32, expected f32"));
  options.expected = {npy("e", wrong), npy("f", wrong)};
  EXPECT_EQ(complaint(), "@main has 1 result (?xf32), 2 given with --expect");
}

TEST_F(PrepareFixture, DrawsInputsOfTheGivenShape) {
  options.randomSeed = 1;
  EXPECT_EQ(complaint(), "input 0 is ?xf32: give its sizes with "
                         "--shape=0:AxBxC");
  options.shapes = {{0, {5}}, {1, {5}}};
  llvm::Expected<Prepared> prepared = prepare(options, compiled, 64);
  ASSERT_TRUE(bool(prepared)) << llvm::toString(prepared.takeError());
  EXPECT_EQ(prepared->request.inputs[1].typeName(), "5xf32");
  EXPECT_NE(prepared->request.inputs[0].raw(), prepared->request.inputs[1].raw());
  options.shapes[1] = {5, 1};
  EXPECT_EQ(complaint(), "--shape=1 gives 5x1xf32, the input is ?xf32");
  options.shapes[1] = {5};
  options.shapes[2] = {5};
  EXPECT_EQ(complaint(), "--shape names input 2, @main has 2 inputs");
}

TEST_F(PrepareFixture, InputsLargerThanTheMachineAreRefused) {
  options.randomSeed = 1;
  options.shapes = {{0, {2}}, {1, {1'000'000'000'000'000}}};
  EXPECT_THAT(complaint(), HasSubstr("input 1: 1000000000000000xf32 needs "));
}

TEST_F(PrepareFixture, FindsTheEntry) {
  sflow_entry_desc entries[2] = {module.desc.entries[0], module.desc.entries[0]};
  entries[0].name = "first";
  entries[1].name = "second";
  sflow_module_desc two = module.desc;
  two.entries = entries;
  two.entry_count = 2;
  auto found = [&](llvm::StringRef name) {
    llvm::Expected<const sflow_entry_desc *> entry = findEntry(two, name);
    return entry ? std::string((*entry)->name) : messageOf(entry.takeError());
  };
  EXPECT_EQ(found("second"), "second");
  EXPECT_EQ(found("third"), "the module has no entry 'third'; it has: first, "
                            "second");
  EXPECT_EQ(found(""), "the module has no entry 'main'; choose one with "
                       "--entry: first, second");
  two.entry_count = 1;
  EXPECT_EQ(found(""), "first");
  two.entry_count = 0;
  EXPECT_THAT(found(""), HasSubstr("has no entry: no public function"));
}

TEST_F(PrepareFixture, AgreesOnTheNumberOfRanks) {
  options.randomSeed = 1;
  options.shapes = {{0, {2}}, {1, {2}}};
  options.ranks = 3;
  llvm::Expected<Prepared> any = prepare(options, compiled, 64);
  ASSERT_TRUE(bool(any));
  EXPECT_EQ(any->request.ranks, 3u);
  module.desc.ranks = 2;
  EXPECT_EQ(complaint(), "the module is for 2 ranks, --ranks gives 3");
  options.ranks = 0;
  llvm::Expected<Prepared> own = prepare(options, compiled, 64);
  ASSERT_TRUE(bool(own));
  EXPECT_EQ(own->request.ranks, 2u);
}

TEST_F(PrepareFixture, WarnsOfMoreWorkersThanCores) {
  options.randomSeed = 1;
  options.shapes = {{0, {2}}, {1, {2}}};
  options.ranks = 2;
  EXPECT_EQ(prepare(options, compiled, 4)->warning, "");
  EXPECT_EQ(prepare(options, compiled, 3)->warning, "2 ranks x 2 devices x 1 core make 4 workers on 3 usable cores: "
                                                    "they take turns, times say little");
  options.strictDevices = true;
  EXPECT_EQ(complaint(4), "success");
  EXPECT_THAT(complaint(3), HasSubstr("on 3 usable cores (--strict-devices)"));
  options.strictDevices = false;
  options.dispatchSeed = 1;
  EXPECT_EQ(prepare(options, compiled, 3)->warning, "");
}

TEST_F(PrepareFixture, ChecksParameters) {
  int64_t dims[] = {2};
  sflow_tensor_type weight = {"weight", dims, SFLOW_ELEMENT_F32, 1};
  module.desc.parameters = &weight;
  module.desc.parameter_count = 1;
  options.randomSeed = 1;
  options.shapes = {{0, {2}}, {1, {2}}};
  EXPECT_THAT(complaint(), HasSubstr("have no file (give --parameters=FILE): "
                                     "'weight'"));
  options.parameters = {folder.write("p", "damaged")};
  EXPECT_THAT(complaint(), HasSubstr("short file"));
}

} // namespace
