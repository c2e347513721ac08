package dev.once.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Horizontal bars with their spread, as an SVG that is readable on light and on dark pages. */
final class Chart {

    private static final int WIDTH = 820;
    private static final int LABEL = 290;
    private static final int ROW = 26;
    private static final int TOP = 64;

    private static final String HEAD =
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-label="%3$s">
            <style>
              text { font: 13px system-ui, sans-serif; fill: #24292f }
              .title { font-size: 16px; font-weight: 600 }
              .quiet { fill: #57606a; font-size: 12px }
              .bar { fill: #8c959f } .once { fill: #0969da }
              .whisker { stroke: #24292f; stroke-width: 1.5; fill: none }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3 } .quiet { fill: #9198a1 }
                .bar { fill: #656c76 } .once { fill: #4493f8 } .whisker { stroke: #e6edf3 }
              }
            </style>
            <text class="title" x="0" y="18">%3$s</text>
            <text class="quiet" x="0" y="38">%4$s</text>
            """;

    private static final String BAR =
            """
            <text x="%d" y="%d" text-anchor="end">%s</text>
            <rect class="%s" x="%d" y="%d" width="%.1f" height="16" rx="2"/>
            <path class="whisker" d="M%.1f %d H%.1f M%.1f %d v8 M%.1f %d v8"/>
            <text x="%.1f" y="%d">%s</text>
            """;

    private record Bar(String label, Series.Spread spread, boolean once) {}

    private final String title;
    private final String subtitle;
    private final String format;
    private final List<Bar> bars = new ArrayList<>();

    /** @param format of the number behind a bar */
    Chart(String title, String subtitle, String format) {
        this.title = title;
        this.subtitle = subtitle;
        this.format = format;
    }

    Chart bar(String label, Series.Spread spread) {
        bars.add(new Bar(label, spread, label.startsWith("Once")));
        return this;
    }

    String svg() {
        double most =
                bars.stream().mapToDouble(bar -> bar.spread().most()).max().orElse(1);
        double scale = (WIDTH - LABEL - 90) / most;
        StringBuilder svg =
                new StringBuilder(HEAD.formatted(WIDTH, TOP + ROW * bars.size(), escaped(title), escaped(subtitle)));
        int y = TOP;
        for (Bar bar : bars) {
            double least = LABEL + bar.spread().least() * scale;
            double end = LABEL + bar.spread().most() * scale;
            svg.append(String.format(
                    Locale.ROOT,
                    BAR,
                    LABEL - 10,
                    y + 5,
                    escaped(bar.label()),
                    bar.once() ? "bar once" : "bar",
                    LABEL,
                    y - 8,
                    bar.spread().median() * scale,
                    least,
                    y,
                    end,
                    least,
                    y - 4,
                    end,
                    y - 4,
                    end + 8,
                    y + 5,
                    String.format(Locale.ROOT, format, bar.spread().median())));
            y += ROW;
        }
        return svg.append("</svg>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
