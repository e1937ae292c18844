// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Options.h"
#include "TestSupport.h"

using namespace syncflow::run;
using namespace syncflow::run::test;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

using Arguments = std::vector<const char *>;

std::string complaint(const Arguments &arguments) { return messageOf(parseOptions(arguments)); }

TEST(Options, HaveTheDocumentedDefaults) {
  llvm::Expected<Options> options = parseOptions({"m.mlir"});
  ASSERT_TRUE(bool(options)) << llvm::toString(options.takeError());
  EXPECT_EQ(options->module, "m.mlir");
  EXPECT_EQ(options->devices, "");
  EXPECT_EQ(options->ranks, 0u);
  EXPECT_EQ(options->repeat, 1u);
  EXPECT_EQ(options->warmup, 0u);
  EXPECT_EQ(options->tolerance.relative, 1e-4);
  EXPECT_EQ(options->tolerance.absolute, 1e-5);
  EXPECT_FALSE(options->randomSeed);
  EXPECT_FALSE(options->wantsTrace());
}

TEST(Options, ReadEveryValue) {
  llvm::Expected<Options> options = parseOptions({"--devices=host:2x3",
                                                  "--ranks",
                                                  "4",
                                                  "m.mlir",
                                                  "--entry=f",
                                                  "--parameters=a",
                                                  "--parameters",
                                                  "b",
                                                  "--input=i0",
                                                  "--input=i1",
                                                  "--expect=e0",
                                                  "--rtol=1e-3",
                                                  "--atol=0",
                                                  "--output=out",
                                                  "--repeat=5",
                                                  "--warmup=2",
                                                  "--report=r",
                                                  "--trace=t",
                                                  "--schedule=s",
                                                  "--strict-devices",
                                                  "--dispatch-seed=7",
                                                  "--scribble",
                                                  "--timeout=1.5",
                                                  "--quiet",
                                                  "--pin",
                                                  "--progress",
                                                  "--pipeline-options=a=b c=d"});
  ASSERT_TRUE(bool(options)) << llvm::toString(options.takeError());
  EXPECT_EQ(options->devices, "host:2x3");
  EXPECT_EQ(options->ranks, 4u);
  EXPECT_EQ(options->entry, "f");
  EXPECT_THAT(options->parameters, ElementsAre("a", "b"));
  EXPECT_THAT(options->inputs, ElementsAre("i0", "i1"));
  EXPECT_THAT(options->expected, ElementsAre("e0"));
  EXPECT_EQ(options->tolerance.relative, 1e-3);
  EXPECT_EQ(options->tolerance.absolute, 0);
  EXPECT_EQ(options->outputPrefix, "out");
  EXPECT_EQ(options->repeat, 5u);
  EXPECT_EQ(options->warmup, 2u);
  EXPECT_EQ(options->reportFile + options->traceFile + options->scheduleFile, "rts");
  EXPECT_TRUE(options->strictDevices && options->scribble && options->quiet && options->pin && options->progress &&
              options->wantsTrace());
  EXPECT_EQ(options->dispatchSeed, 7u);
  EXPECT_EQ(options->timeoutSeconds, 1.5);
  EXPECT_EQ(options->pipelineOptions, "a=b c=d");
}

TEST(Options, DescribeRandomInputs) {
  llvm::Expected<Options> options =
      parseOptions({"m", "--random-inputs=0", "--shape=0:2x128", "--shape=3:", "--shape=1:0", "--int-max=99"});
  ASSERT_TRUE(bool(options)) << llvm::toString(options.takeError());
  EXPECT_EQ(options->randomSeed, 0u);
  EXPECT_EQ(options->intMax, 99u);
  EXPECT_EQ(options->shapes[0], (Shape{2, 128}));
  EXPECT_EQ(options->shapes[1], (Shape{0}));
  EXPECT_EQ(options->shapes[3], Shape{});
}

TEST(Options, RejectUnknownOnesWithAHint) {
  EXPECT_EQ(complaint({"m", "--repaet=3"}), "unknown option '--repaet=3'; did you mean --repeat?");
  EXPECT_EQ(complaint({"m", "--frobnicate"}), "unknown option '--frobnicate'; see --help");
  EXPECT_EQ(complaint({"m", "n"}), "one module at a time: 'm' and 'n'");
  EXPECT_THAT(complaint({}), HasSubstr("no module given"));
  // After -- everything is a name.
  EXPECT_EQ(complaint({"--", "--repeat=3"}), "success");
  EXPECT_EQ(complaint({"-"}), "success");
}

TEST(Options, RejectBadValues) {
  EXPECT_EQ(complaint({"m", "--repeat=0"}), "--repeat expects a whole number of at least 1, got '0'");
  EXPECT_EQ(complaint({"m", "--repeat=1"}), "success");
  EXPECT_EQ(complaint({"m", "--ranks=1025"}), "--ranks expects a whole number from 1 to 1024, got '1025'");
  EXPECT_EQ(complaint({"m", "--ranks=1024"}), "success");
  for (const char *bad :
       {"--ranks=0", "--ranks=two", "--warmup=-1", "--dispatch-seed=0", "--random-inputs=x", "--repeat=99999999999"})
    EXPECT_THAT(complaint({"m", bad}), HasSubstr("expects a whole number")) << bad;
  for (const char *bad : {"--timeout=-1", "--timeout=nan", "--timeout=inf", "--timeout=soon"})
    EXPECT_THAT(complaint({"m", bad}), HasSubstr("expects a number")) << bad;
  for (const char *bad : {"--devices=host", "--devices=host:0", "--devices=host:2x", "--devices=host:2x0",
                          "--devices=host:x2", "--devices=cuda:1", "--devices=host:-1", "--devices=host:1x1x1",
                          "--devices=host:1025", "--devices=host:1x1025", "--devices=host:99999999999"})
    EXPECT_THAT(complaint({"m", bad}), HasSubstr("--devices expects host:N")) << bad;
  EXPECT_EQ(complaint({"m", "--devices=host:2"}), "success");
  EXPECT_EQ(complaint({"m", "--devices=host:1x2"}), "success");
  for (const char *bad : {"--shape=2x3", "--shape=0:2x", "--shape=0:ax2", "--shape=0:-1"})
    EXPECT_THAT(complaint({"m", "--random-inputs=1", bad}), HasSubstr("--shape expects INDEX:AxBxC")) << bad;
  EXPECT_EQ(complaint({"m", "--random-inputs=1", "--shape=0:2", "--shape=0:3"}), "--shape names input 0 twice");
  EXPECT_EQ(complaint({"m", "--input="}), "--input needs a value");
  EXPECT_EQ(complaint({"m", "--input"}), "--input needs a value");
  EXPECT_EQ(complaint({"m", "--quiet=1"}), "--quiet takes no value");
  EXPECT_EQ(complaint({"m", "--repeat=1", "--repeat=2"}), "--repeat is given twice");
  EXPECT_EQ(complaint({"m", "--emit=llvm", "-o", "x"}), "--emit can emit 'object', got 'llvm'");
}

TEST(Options, RejectCombinationsWithoutSense) {
  EXPECT_EQ(complaint({"m", "--devices=host:1", "--topology=t"}), "--devices and --topology exclude each other");
  EXPECT_EQ(complaint({"m", "--input=a", "--random-inputs=1"}), "--input and --random-inputs exclude each other");
  EXPECT_EQ(complaint({"m", "--shape=0:1"}), "--shape only makes sense with --random-inputs");
  EXPECT_EQ(complaint({"m", "--rtol=1"}), "--rtol only makes sense with --expect");
  EXPECT_EQ(complaint({"m", "-o", "x"}), "-o only makes sense with --emit");
  EXPECT_EQ(complaint({"m", "--emit=object"}), "--emit only makes sense with -o");
  EXPECT_EQ(complaint({"m", "--emit=object", "-o", "x", "--input=a"}),
            "--input has no meaning with --emit=object: nothing is run");
  EXPECT_EQ(complaint({"m", "--emit=object", "-o", "x", "--devices=host:2", "--ranks=2", "--pipeline-options=x"}),
            "success");
}

TEST(Options, HelpTeachesEveryOption) {
  llvm::Expected<Options> options = parseOptions({"--help"});
  ASSERT_TRUE(bool(options));
  EXPECT_TRUE(options->help);
  EXPECT_TRUE(bool(parseOptions({"-h"})));
  for (const char *name :
       {"devices", "topology",      "ranks",         "entry",    "parameters", "input",           "expect",
        "rtol",    "atol",          "random-inputs", "shape",    "int-max",    "output",          "repeat",
        "warmup",  "report",        "trace",         "schedule", "emit",       "timeout",         "strict-devices",
        "pin",     "dispatch-seed", "scribble",      "quiet",    "progress",   "pipeline-options"})
    EXPECT_THAT(helpText().str(), HasSubstr(std::string("--") + name));
  llvm::StringRef rest = helpText();
  while (!rest.empty()) {
    auto [line, tail] = rest.split('\n');
    EXPECT_LE(line.size(), 80u) << line.str();
    rest = tail;
  }
}

} // namespace
