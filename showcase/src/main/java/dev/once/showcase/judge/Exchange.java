package dev.once.showcase.judge;

import java.util.List;
import java.util.Map;

/** A call and what was answered: status 0 and the reason as its body where there was no answer. */
record Exchange(Call call, int status, Map<String, List<String>> headers, String body) {

    boolean isSilent() {
        return status == 0;
    }

    boolean isError() {
        return isSilent() || status >= 500 && status != 503;
    }

    String header(String name) {
        return headers.getOrDefault(name, List.of("")).get(0);
    }

    /** The words of a report: not the whole body of a page. */
    String words() {
        String text = body.replaceAll("\\s+", " ").strip();
        String location = header("location");
        return (isSilent() ? "no answer: " : status + " ")
                + (location.isEmpty() ? "" : "to " + location + " ")
                + (text.length() > 160 ? text.substring(0, 160) + " …" : text);
    }
}
