// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Tool.h"
#include "Npy.h"
#include "TestModule.h"
#include "TestSupport.h"
#include "llvm/Support/JSON.h"

using namespace syncflow::run;
using namespace syncflow::run::test;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

namespace {

/// The tool on a module that a test has built, as if it had been compiled.
class ToolFixture : public testing::Test {
protected:
  TemporaryFolder folder;
  ScaleAdd module;
  CompileOptions asked; ///< What the tool asked the compiler for.
  std::string compileError;
  std::string out, err;

  std::string model, x, y, good, bad;

  void SetUp() override {
    model = folder.write("m.mlir", "module {}");
    x = npy("x.npy", {1, 2, 3, 4});
    y = npy("y.npy", {10, 20, 30, 40});
    good = npy("good.npy", {12, 24, 36, 48});
    bad = npy("bad.npy", {12, 24, 36, 49});
  }
  std::string npy(const char *name, std::initializer_list<float> values) {
    HostTensor tensor = tensorOf<float>(SFLOW_ELEMENT_F32, {4}, values);
    EXPECT_EQ(messageOf(writeNpy(folder.file(name), tensor)), "success");
    return folder.file(name);
  }
  int run(std::vector<std::string> arguments) {
    std::vector<const char *> pointers;
    for (const std::string &argument : arguments)
      pointers.push_back(argument.c_str());
    auto compile = [&](const CompileOptions &options) -> llvm::Expected<CompiledModule> {
      asked = options;
      if (!compileError.empty())
        return llvm::createStringError(compileError);
      CompiledModule compiled;
      compiled.desc = &module.desc;
      compiled.devicesPerRank = 2;
      return compiled;
    };
    out.clear();
    err.clear();
    llvm::raw_string_ostream outStream(out), errStream(err);
    ToolResult result = runTool(pointers, compile, outStream, errStream);
    EXPECT_FALSE(result.joinAbandoned);
    return result.exitCode;
  }
  int runWith(std::vector<std::string> more) {
    std::vector<std::string> all = {model, "--input=" + x, "--input=" + y, "--devices=host:2"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  }
};

TEST_F(ToolFixture, RunsAndSummarizes) {
  EXPECT_EQ(runWith({"--expect=" + good, "--repeat=2"}), 0) << err;
  EXPECT_THAT(out, HasSubstr("scale_add @main on 1 rank of 2 devices"));
  EXPECT_THAT(out, HasSubstr("1 output within rtol"));
  EXPECT_THAT(out, HasSubstr("2 runs, outputs identical bit for bit"));
  EXPECT_EQ(asked.devices, "host:2");
  EXPECT_EQ(asked.file, model);
  EXPECT_EQ(runWith({"--quiet", "--expect=" + good}), 0);
  EXPECT_EQ(out, "");
}

TEST_F(ToolFixture, AWrongResultIsExitOne) {
  EXPECT_EQ(runWith({"--expect=" + bad}), 1);
  EXPECT_THAT(err, HasSubstr("sflow-run: error: output 0 against '" + bad + "': 1 of 4 elements differ"));
  EXPECT_THAT(err, HasSubstr("[3] got 48, expected 49, difference 1"));
  EXPECT_THAT(out, HasSubstr("NO: results differ"));
  EXPECT_EQ(runWith({"--expect=" + bad, "--atol=1"}), 0);
}

TEST_F(ToolFixture, BadUsageAndBadInputAreExitTwo) {
  EXPECT_EQ(run({"--nonsense"}), 2);
  EXPECT_THAT(err, HasSubstr("sflow-run: error: unknown option"));
  EXPECT_EQ(run({folder.file("none.mlir")}), 2);
  EXPECT_THAT(err, HasSubstr("cannot read"));
  EXPECT_EQ(run({model}), 2);
  EXPECT_THAT(err, HasSubstr("takes 2 inputs"));
  EXPECT_EQ(run({model, "--topology=" + folder.file("none"), "--random-inputs=1"}), 2);
  EXPECT_EQ(runWith({"--output=" + folder.file("no/such/folder/o")}), 2);
  EXPECT_THAT(err, HasSubstr("cannot write"));
}

TEST_F(ToolFixture, FilesAreCheckedBeforeTheModuleIsCompiled) {
  compileError = "it was compiled";
  std::string none = folder.file("none");
  for (const char *option : {"--input=", "--expect=", "--parameters=", "--topology="}) {
    EXPECT_EQ(run({model, option + none}), 2) << option;
    EXPECT_THAT(err, HasSubstr("cannot read '" + none + "'")) << option;
  }
  for (const char *option : {"--output=", "--report=", "--trace=", "--schedule="}) {
    EXPECT_EQ(runWith({option + none + "/file"}), 2) << option;
    EXPECT_THAT(err, HasSubstr("cannot write '" + none + "/file")) << option;
  }
  EXPECT_EQ(run({model, "--emit=object", "-o", folder.file("")}), 2);
  EXPECT_THAT(err, HasSubstr("Is a directory"));
  EXPECT_EQ(runWith({"--report=" + folder.file("r")}), 3);
  EXPECT_FALSE(folder.has("r"));
}

TEST_F(ToolFixture, TellsTheCompilerWhetherDevicesWereAskedFor) {
  EXPECT_EQ(runWith({}), 0);
  EXPECT_TRUE(asked.devicesGiven);
  EXPECT_EQ(run({model, "--input=" + x, "--input=" + y}), 0);
  EXPECT_FALSE(asked.devicesGiven);
  EXPECT_EQ(asked.devices, "host:1");
}

TEST_F(ToolFixture, ACompileErrorIsExitThree) {
  compileError = "m.mlir:1:1: error: unknown op";
  EXPECT_EQ(runWith({}), 3);
  EXPECT_THAT(err, HasSubstr("unknown op"));
}

TEST_F(ToolFixture, AFailedTaskIsExitOne) {
  module.hook = [] { return 1; };
  EXPECT_EQ(runWith({}), 1);
  EXPECT_THAT(err, HasSubstr("x is not positive"));
  EXPECT_EQ(out, "");
}

TEST_F(ToolFixture, AnOverwrittenInputIsExitOne) {
  module.overwriteInput = true;
  EXPECT_EQ(runWith({}), 1);
  EXPECT_THAT(err, HasSubstr("input 0 was overwritten by the run"));
}

TEST_F(ToolFixture, WritesOutputs) {
  EXPECT_EQ(runWith({"--output=" + folder.file("out")}), 0) << err;
  EXPECT_EQ(folder.read("out0.npy"), folder.read("good.npy"));
}

TEST_F(ToolFixture, WritesOutputsOfEveryRank) {
  SumOverRanks ranks(2);
  module.desc = ranks.desc;
  EXPECT_EQ(run({model, "--input=" + x, "--output=" + folder.file("out")}), 0) << err;
  HostTensor sum = tensorOf<float>(SFLOW_ELEMENT_F32, {4}, {4, 6, 8, 10});
  std::string expected = npy("sum.npy", {4, 6, 8, 10});
  EXPECT_EQ(folder.read("out0.npy"), folder.read("sum.npy"));
  EXPECT_EQ(folder.read("out.rank1.0.npy"), folder.read("sum.npy"));
  EXPECT_EQ(run({model, "--input=" + x, "--expect=" + expected}), 0) << err;
  EXPECT_THAT(out, HasSubstr("1 output on every rank within"));
  EXPECT_EQ(run({model, "--input=" + x, "--expect=" + bad}), 1);
  EXPECT_THAT(err, HasSubstr("rank 0, output 0 against"));
  EXPECT_THAT(err, HasSubstr("rank 1, output 0 against"));
}

TEST_F(ToolFixture, LeavesReportTraceAndPictureEvenOfAWrongRun) {
  EXPECT_EQ(runWith({"--expect=" + bad, "--report=" + folder.file("r.json"), "--trace=" + folder.file("t.json"),
                     "--schedule=" + folder.file("s.svg")}),
            1);
  llvm::Expected<llvm::json::Value> report = llvm::json::parse(folder.read("r.json"));
  ASSERT_TRUE(bool(report)) << llvm::toString(report.takeError());
  EXPECT_EQ(report->getAsObject()->getObject("agreement")->getBoolean("agrees"), false);
  llvm::Expected<llvm::json::Value> trace = llvm::json::parse(folder.read("t.json"));
  ASSERT_TRUE(bool(trace)) << llvm::toString(trace.takeError());
  EXPECT_THAT(folder.read("s.svg"), HasSubstr("scale_add @main"));
  EXPECT_FALSE(folder.has("s.svg.partial"));
}

TEST_F(ToolFixture, EmitsAnObjectWithoutRunning) {
  module.hook = [] {
    ADD_FAILURE() << "it ran";
    return 0;
  };
  EXPECT_EQ(run({model, "--emit=object", "-o", folder.file("m.o"), "--ranks=2", "--pipeline-options=a=b"}), 0) << err;
  EXPECT_TRUE(asked.emitObject);
  EXPECT_EQ(asked.outputFile, folder.file("m.o"));
  EXPECT_EQ(asked.devices, "host:1");
  EXPECT_EQ(asked.ranks, 2u);
  EXPECT_EQ(asked.pipelineOptions, "a=b");
  EXPECT_THAT(out, HasSubstr("wrote"));
}

TEST_F(ToolFixture, ShowsProgressOnlyWhenAsked) {
  EXPECT_EQ(runWith({"--quiet"}), 0);
  EXPECT_THAT(err, Not(HasSubstr("compiling")));
  EXPECT_EQ(runWith({"--quiet", "--progress"}), 0);
  EXPECT_THAT(err, HasSubstr("sflow-run: compiling..."));
  EXPECT_THAT(err, HasSubstr("running 1/1"));
  EXPECT_TRUE(llvm::StringRef(err).ends_with("\r\x1b[K"));
}

TEST_F(ToolFixture, DispatchSeedsAndScribblingChangeNothing) {
  for (const char *seed : {"1", "2", "3"})
    EXPECT_EQ(runWith({"--expect=" + good, "--scribble", "--repeat=3", std::string("--dispatch-seed=") + seed}), 0)
        << err;
}

TEST_F(ToolFixture, Helps) {
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_THAT(out, HasSubstr("usage: sflow-run MODULE"));
  EXPECT_EQ(run({"--version"}), 0);
  EXPECT_THAT(out, ContainsRegex("SyncFlow [0-9]+\\.[0-9]+\\.[0-9]+, ABI [0-9]+\\.[0-9]+, LLVM 22\\."));
}

} // namespace
