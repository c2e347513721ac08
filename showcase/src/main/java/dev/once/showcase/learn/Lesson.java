package dev.once.showcase.learn;

/** A page of the docs; a lesson if its name begins with a number. */
public record Lesson(String slug, String title, String html) {

    /** How many questions it asks. */
    public int questions() {
        return html.split("<strong>Question", -1).length - 1;
    }

    public boolean isNumbered() {
        return slug.matches("\\d\\d-.*");
    }
}
