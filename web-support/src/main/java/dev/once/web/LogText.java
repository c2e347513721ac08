package dev.once.web;

/** Text of a stranger, so that it cannot forge a line or fill the log. */
final class LogText {

    private static final int LONGEST = 200;

    private LogText() {}

    static String of(String text) {
        String visible = text.replaceAll("[^!-~]", "?");
        return visible.length() <= LONGEST ? visible : visible.substring(0, LONGEST) + "..";
    }
}
