// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "ScheduleSvg.h"

#include "Quantity.h"
#include "TaskFamilies.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <cmath>
#include <cstdio>

namespace syncflow::run {

namespace {

// Pixels.
constexpr double pageWidth = 1320, plotLeft = 186, plotRight = 1252;
constexpr double plotTop = 92, rankHeader = 26, laneGap = 30;
constexpr double computeHeight = 42, communicationHeight = 28;
constexpr double characterWidth = 6.7; // Of the bars' font, a little generous.

constexpr const char *ink = "#1f2a37", *faint = "#6b7785";

/// Escaped for text and attributes. Control characters and broken UTF-8 are not
/// allowed in XML at all.
std::string escape(llvm::StringRef text) {
  std::string result;
  for (char c : llvm::json::fixUTF8(text)) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '"')
      result += "&quot;";
    else if (static_cast<unsigned char>(c) < 0x20 && c != '\n')
      result += ' ';
    else
      result += c;
  }
  return result;
}

/// Coordinates with as many digits as a screen can show.
struct Px {
  double value;
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, Px px) { return os << llvm::format("%.2f", px.value); }

class SvgWriter {
public:
  SvgWriter(llvm::raw_ostream &os, const Schedule &schedule) : os(os), schedule(schedule), families(schedule) {
    for (uint32_t span : schedule.criticalChain())
      chain.insert(span);
    layOut();
  }

  void write(llvm::StringRef title, llvm::StringRef note);

private:
  struct Row {
    double top, height;
  };

  llvm::raw_ostream &os;
  const Schedule &schedule;
  Families families;
  llvm::DenseSet<uint32_t> chain;
  std::vector<Row> rows; ///< By lane.
  double plotBottom = plotTop;
  double pageHeight = 0;

  void layOut();
  double x(uint64_t ns) const;
  void text(double left, double baseline, llvm::StringRef attributes, llvm::StringRef content);
  void writeHead();
  void writeTitle(llvm::StringRef title, llvm::StringRef note);
  void writeAxis();
  void writeLanes();
  void writeWait(const Span &span);
  void writeBar(uint32_t index);
  void writeTooltip(const Span &span);
  void writeArrow(const Arrow &arrow);
  void writeLegend();
  bool isMultiRank() const { return !schedule.lanes.empty() && schedule.lanes.back().rank > 0; }
  bool hasCommunication() const {
    return llvm::any_of(schedule.spans, [](const Span &span) { return span.info().kind != SFLOW_TASK_COMPUTE; });
  }
};

} // namespace

/// Columns of the legend: entries are at most this wide.
static constexpr double legendColumn = 254;
static constexpr double legendRow = 22;

static size_t legendRows(size_t entries) {
  auto columns = static_cast<size_t>((pageWidth - 48) / legendColumn);
  return (entries + columns - 1) / columns;
}

void SvgWriter::layOut() {
  double top = plotTop;
  for (auto [index, lane] : llvm::enumerate(schedule.lanes)) {
    bool newRank = index == 0 || schedule.lanes[index - 1].rank != lane.rank;
    if (newRank && isMultiRank())
      top += rankHeader;
    double height = lane.kind == SFLOW_STREAM_COMMUNICATION ? communicationHeight : computeHeight;
    rows.push_back({top, height});
    top += height + laneGap;
  }
  plotBottom = rows.empty() ? plotTop + computeHeight : top - laneGap + 8;
  size_t entries = families.all().size();
  pageHeight = plotBottom + 66 + legendRow * double(legendRows(entries) + 1);
}

double SvgWriter::x(uint64_t ns) const {
  double share = schedule.duration ? double(ns) / double(schedule.duration) : 0;
  return plotLeft + share * (plotRight - plotLeft);
}

void SvgWriter::text(double left, double baseline, llvm::StringRef attributes, llvm::StringRef content) {
  os << "<text x=\"" << Px{left} << "\" y=\"" << Px{baseline} << "\" " << attributes << '>' << escape(content)
     << "</text>\n";
}

void SvgWriter::writeHead() {
  os << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << Px{pageWidth} << ' ' << Px{pageHeight}
     << "\" width=\"" << Px{pageWidth} << "\" height=\"" << Px{pageHeight}
     << "\" font-family=\"Inter, 'Helvetica Neue', Helvetica, Arial, "
        "'DejaVu Sans', sans-serif\">\n"
        "<style>.b{stroke:#fff;stroke-width:.6}.b:hover{stroke:#1f2a37;"
        "stroke-width:1.6}.l{font-size:11px;pointer-events:none}"
        ".c{fill:#1f2a37;pointer-events:none}"
        ".a{fill:none;stroke:#1f2a37;stroke-width:1.15;pointer-events:none}"
        ".w{fill:#f7e3b5}</style>\n"
        "<defs>"
        "<marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
        "markerWidth=\"6.5\" markerHeight=\"6.5\" orient=\"auto\">"
        "<path d=\"M0 .8L7.4 4L0 7.2z\" fill=\"#1f2a37\"/></marker>"
        "<pattern id=\"comm\" width=\"6\" height=\"6\" "
        "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
        "<rect width=\"2.4\" height=\"6\" fill=\"#fff\" "
        "fill-opacity=\".32\"/></pattern></defs>\n"
     << "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
}

void SvgWriter::writeTitle(llvm::StringRef title, llvm::StringRef note) {
  text(24, 38, "font-size=\"19\" font-weight=\"600\" fill=\"#1f2a37\"", title);
  uint64_t inChain = 0;
  for (uint32_t span : chain)
    inChain += schedule.spans[span].end - schedule.spans[span].start;
  std::string summary = formatTime(double(schedule.duration)) + "  \xc2\xb7  " + plural(schedule.spans.size(), "task") +
                        " on " + plural(schedule.lanes.size(), "stream") + "  \xc2\xb7  " +
                        plural(schedule.arrows.size(), "wait") + " across streams";
  if (schedule.launches > 1)
    summary += "  \xc2\xb7  " + plural(schedule.launches, "launch");
  if (!chain.empty())
    summary += "  \xc2\xb7  deciding chain: " + plural(chain.size(), "task") + ", " + formatTime(double(inChain));
  if (!note.empty())
    summary += "  \xc2\xb7  " + note.str();
  text(24, 61, "font-size=\"13\" fill=\"#6b7785\"", summary);
}

/// 1, 2 or 5 times a power of ten, so that at most 14 ticks fit.
static double tickStep(double duration) {
  double raw = duration / 14;
  double power = std::pow(10, std::floor(std::log10(raw)));
  for (double factor : {1.0, 2.0, 5.0})
    if (raw <= factor * power * 1.0001)
      return factor * power;
  return 10 * power;
}

/// All ticks in the same unit, without zeros at the end.
static std::string tickLabel(double ns, double duration) {
  struct Unit {
    double size;
    const char *name;
  };
  static constexpr Unit units[] = {{1e9, " s"}, {1e6, " ms"}, {1e3, " \xc2\xb5s"}, {1, " ns"}};
  for (const Unit &unit : units) {
    if (duration < unit.size && unit.size > 1)
      continue;
    char text[32];
    std::snprintf(text, sizeof text, "%.4g%s", ns / unit.size, unit.name);
    return text;
  }
  return "";
}

void SvgWriter::writeAxis() {
  double base = plotBottom;
  os << "<g font-size=\"11\" fill=\"" << faint << "\" text-anchor=\"middle\">\n";
  double step = schedule.duration ? tickStep(double(schedule.duration)) : 0;
  for (double ns = 0; step > 0 && ns <= double(schedule.duration) * 1.0001; ns += step) {
    double at = x(static_cast<uint64_t>(std::llround(ns)));
    os << "<path d=\"M" << Px{at} << ' ' << Px{plotTop - 8} << 'V' << Px{base + 5} << "\" stroke=\"#e3e8ee\"/>\n";
    text(at, base + 20, "", ns == 0 ? "0" : tickLabel(ns, double(schedule.duration)));
  }
  os << "</g>\n<path d=\"M" << Px{plotLeft} << ' ' << Px{base} << 'H' << Px{plotRight} << "\" stroke=\"#b9c3ce\"/>\n";
}

void SvgWriter::writeLanes() {
  if (!schedule.lanes.empty())
    text(plotRight + 10, plotTop - 10, "font-size=\"11\" fill=\"#6b7785\"", "busy");
  for (auto [index, lane] : llvm::enumerate(schedule.lanes)) {
    const Row &row = rows[index];
    bool newRank = index == 0 || schedule.lanes[index - 1].rank != lane.rank;
    if (newRank && isMultiRank())
      text(24, row.top - 8, "font-size=\"12.5\" font-weight=\"600\" fill=\"#1f2a37\"",
           "rank " + std::to_string(lane.rank));
    os << "<rect x=\"" << Px{plotLeft} << "\" y=\"" << Px{row.top} << "\" width=\"" << Px{plotRight - plotLeft}
       << "\" height=\"" << Px{row.height} << "\" rx=\"3\" fill=\"#f2f5f8\"/>\n";
    double middle = row.top + row.height / 2 + 4;
    text(24, middle, "font-size=\"12\" fill=\"#3b4856\"", lane.name());
    double share = schedule.duration ? double(schedule.busy(index)) / double(schedule.duration) : 0;
    text(plotRight + 10, middle, "font-size=\"12\" fill=\"#3b4856\"", std::to_string(std::lround(share * 100)) + " %");
  }
}

void SvgWriter::writeWait(const Span &span) {
  double left = x(span.ready), right = x(span.start);
  const Row &row = rows[span.lane];
  if (right - left < 0.5)
    return;
  os << "<rect class=\"w\" x=\"" << Px{left} << "\" y=\"" << Px{row.top + row.height * 0.3} << "\" width=\""
     << Px{right - left} << "\" height=\"" << Px{row.height * 0.4} << "\"/>\n";
}

void SvgWriter::writeTooltip(const Span &span) {
  const sflow_plan_task &task = span.info();
  double ns = double(span.end - span.start);
  os << "<title>" << escape(task.name ? task.name : "task");
  if (task.location && *task.location)
    os << '\n' << escape(task.location);
  os << '\n' << escape(formatTime(ns));
  if (task.cost_ns > 0)
    os << " (estimated " << escape(formatTime(task.cost_ns)) << ')';
  if (span.start > span.ready)
    os << ", waited " << escape(formatTime(double(span.start - span.ready)));
  if (task.flops > 0 && ns > 0)
    os << '\n' << formatScaled(task.flops) << "FLOP, " << formatScaled(task.flops / ns * 1e9) << "FLOP/s";
  os << "</title>";
}

/// At most `room` characters. A cut that would split a multi-byte character
/// moves to its beginning.
static std::string shorten(std::string text, size_t room) {
  if (text.size() <= room)
    return text;
  size_t cut = room - 1;
  while (cut > 0 && (text[cut] & 0xc0) == 0x80)
    --cut;
  return text.substr(0, cut) + "\xe2\x80\xa6";
}

/// What fits into a bar: the name, its family, a beginning, or nothing.
static std::string labelFor(llvm::StringRef name, double width) {
  auto room = static_cast<int>((width - 8) / characterWidth);
  if (room >= static_cast<int>(name.size()))
    return name.str();
  return room < 7 ? "" : shorten(familyOf(name), room);
}

void SvgWriter::writeBar(uint32_t index) {
  const Span &span = schedule.spans[index];
  const Row &row = rows[span.lane];
  const Family &family = families.of(span);
  double left = x(span.start);
  double width = std::max(x(span.end) - left, 0.4);
  auto rect = [&](llvm::StringRef attributes) {
    os << "<rect " << attributes << " x=\"" << Px{left} << "\" y=\"" << Px{row.top} << "\" width=\"" << Px{width}
       << "\" height=\"" << Px{row.height} << "\" rx=\"" << (width > 8 ? "2.5" : "0") << '"';
  };
  os << "<g>";
  rect(("class=\"b\" fill=\"" + family.color + "\"").str());
  os << '>';
  writeTooltip(span);
  os << "</rect>";
  if (span.info().kind != SFLOW_TASK_COMPUTE) {
    rect("fill=\"url(#comm)\" pointer-events=\"none\"");
    os << "/>";
  }
  if (chain.contains(index))
    os << "<rect class=\"c\" x=\"" << Px{left} << "\" y=\"" << Px{row.top + row.height - 3} << "\" width=\""
       << Px{width} << "\" height=\"3\"/>";
  os << "</g>\n";
  std::string label = labelFor(span.info().name ? span.info().name : "", width);
  if (!label.empty())
    text(left + width / 2, row.top + row.height / 2 + 3.5,
         (llvm::Twine("class=\"l\" text-anchor=\"middle\" fill=\"") + (family.darkText ? ink : "#ffffff") + "\"").str(),
         label);
}

void SvgWriter::writeArrow(const Arrow &arrow) {
  const Span &from = schedule.spans[arrow.from];
  const Span &to = schedule.spans[arrow.to];
  const Row &source = rows[from.lane], &target = rows[to.lane];
  bool down = target.top > source.top;
  double x1 = x(from.end), x2 = std::max(x(to.start), x1);
  double y1 = down ? source.top + source.height : source.top;
  double y2 = down ? target.top : target.top + target.height;
  double bend = std::abs(y2 - y1) * 0.55;
  os << "<path class=\"a\" marker-end=\"url(#head)\" d=\"M" << Px{x1} << ' ' << Px{y1} << 'C' << Px{x1} << ' '
     << Px{y1 + (down ? bend : -bend)} << ' ' << Px{x2} << ' ' << Px{y2 - (down ? bend : -bend)} << ' ' << Px{x2} << ' '
     << Px{y2} << "\"/>\n";
}

void SvgWriter::writeLegend() {
  double top = plotBottom + 52;
  auto columns = static_cast<size_t>((pageWidth - 48) / legendColumn);
  uint64_t total = 0;
  for (const Family &family : families.all())
    total += family.busy;
  for (auto [index, family] : llvm::enumerate(families.all())) {
    double left = 24 + legendColumn * double(index % columns);
    double y = top + legendRow * double(index / columns);
    os << "<rect x=\"" << Px{left} << "\" y=\"" << Px{y - 10} << "\" width=\"13\" height=\"13\" rx=\"2.5\" fill=\""
       << family.color << "\"/>\n";
    std::string share = total ? formatPercent(double(family.busy) / double(total)) : "";
    std::string name = shorten(family.name, 20);
    os << "<text x=\"" << Px{left + 20} << "\" y=\"" << Px{y + 1} << "\" font-size=\"12\" fill=\"" << ink << "\">"
       << escape(name) << " <tspan fill=\"" << faint << "\">" << family.count << "\xc3\x97, " << escape(share)
       << "</tspan></text>\n";
  }
  double y = top + legendRow * double(legendRows(families.all().size())) + 2;
  double left = 24;
  auto entry = [&](llvm::StringRef swatch, llvm::StringRef label) {
    os << "<g transform=\"translate(" << Px{left} << ' ' << Px{y - 10} << ")\">" << swatch << "</g>\n";
    text(left + 30, y + 1, "font-size=\"12\" fill=\"#6b7785\"", label);
    left += 30 + double(label.size()) * 6.4 + 26;
  };
  entry("<path class=\"a\" marker-end=\"url(#head)\" d=\"M0 6.500H22\"/>", "wait kept across streams");
  entry("<rect class=\"w\" y=\"3\" width=\"22\" height=\"8\"/>", "waiting for another stream");
  entry("<rect class=\"c\" y=\"5\" width=\"22\" height=\"3\"/>", "chain that decided the time");
  if (hasCommunication())
    entry("<rect width=\"22\" height=\"13\" rx=\"2.5\" fill=\"#6b7785\"/>"
          "<rect width=\"22\" height=\"13\" rx=\"2.5\" fill=\"url(#comm)\"/>",
          "collective or transfer");
}

void SvgWriter::write(llvm::StringRef title, llvm::StringRef note) {
  writeHead();
  writeTitle(title, note);
  writeAxis();
  writeLanes();
  if (schedule.spans.empty())
    text((plotLeft + plotRight) / 2, plotTop + 24, "font-size=\"13\" fill=\"#6b7785\" text-anchor=\"middle\"",
         "no task ran");
  for (const Span &span : schedule.spans)
    writeWait(span);
  for (uint32_t index = 0; index < schedule.spans.size(); ++index)
    writeBar(index);
  os << "<g opacity=\"" << (schedule.arrows.size() > 150 ? ".4" : ".8") << "\">\n";
  for (const Arrow &arrow : schedule.arrows)
    writeArrow(arrow);
  os << "</g>\n";
  writeLegend();
  os << "</svg>\n";
}

void writeScheduleSvg(llvm::raw_ostream &os, const Schedule &schedule, llvm::StringRef title, llvm::StringRef note) {
  SvgWriter(os, schedule).write(title, note);
}

} // namespace syncflow::run
