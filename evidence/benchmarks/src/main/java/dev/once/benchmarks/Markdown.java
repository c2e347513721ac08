package dev.once.benchmarks;

import dev.once.benchmarks.Series.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Text and tables of a report. */
final class Markdown {

    private static final String BARS =
            """

            ```mermaid
            %%%%{init: {"xyChart": {"height": %d}, "themeVariables": {"xyChart": {"plotColorPalette": "#4a86d0", "backgroundColor": "transparent"}}}}%%%%
            xychart-beta horizontal
              accTitle: %s
              title "%s"
              x-axis [%s]
              y-axis "per second" 0 --> %.0f
              bar [%s]
            ```
            """;

    private final StringBuilder text = new StringBuilder();

    Markdown heading(String heading) {
        text.append("\n## ").append(heading).append("\n\n");
        return this;
    }

    Markdown say(String format, Object... values) {
        text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values))
                .append("\n");
        return this;
    }

    Markdown row(Object... cells) {
        text.append('|');
        for (Object cell : cells) {
            text.append(' ').append(cell).append(" |");
        }
        text.append('\n');
        return this;
    }

    Markdown head(String... cells) {
        row((Object[]) cells);
        text.append("|").append("---|".repeat(cells.length)).append('\n');
        return this;
    }

    /** Medians as bars. Mermaid draws them, in the reader's light or dark colours. */
    Markdown bars(String title, Map<String, Spread> bars) {
        double most = bars.values().stream().mapToDouble(Spread::median).max().orElse(1);
        String labels = bars.keySet().stream().map(label -> '"' + label + '"').collect(Collectors.joining(", "));
        String medians = bars.values().stream()
                .map(spread -> String.format(Locale.ROOT, "%.0f", spread.median()))
                .collect(Collectors.joining(", "));
        return say(BARS, 130 + 36 * bars.size(), title, title, labels, Math.ceil(most * 1.05), medians);
    }

    Markdown details(String summary, List<String> lines) {
        text.append("\n<details><summary>").append(summary).append("</summary>\n\n```\n");
        lines.forEach(line -> text.append(line).append('\n'));
        text.append("```\n\n</details>\n");
        return this;
    }

    static String perSecond(Spread spread) {
        return String.format(Locale.ROOT, "**%,.0f** (%,.0f..%,.0f)", spread.median(), spread.least(), spread.most());
    }

    static String ratio(Spread spread) {
        return String.format(Locale.ROOT, "**%.2f** (%.2f..%.2f)", spread.median(), spread.least(), spread.most());
    }

    static String millis(Spread spread) {
        return String.format(Locale.ROOT, "%.2f ms", spread.median());
    }

    static String yes(boolean is) {
        return is ? "yes" : "no";
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
