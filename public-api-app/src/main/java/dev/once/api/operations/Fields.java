package dev.once.api.operations;

import com.fasterxml.jackson.databind.JsonNode;
import dev.once.api.effects.TextPatterns;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads an object field by field and collects all that is wrong with it, each with its place. */
final class Fields {

    private static final int MOST_ERRORS = 50;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_]{1,40}");

    private static final Pattern TEXT = Pattern.compile(TextPatterns.PLAIN);
    private static final Pattern NOT_BLANK = Pattern.compile(TextPatterns.NOT_BLANK);

    private final JsonNode object;
    private final String place;
    private final List<Map<String, String>> errors;

    private Fields(JsonNode object, String place, List<Map<String, String>> errors, Set<String> known) {
        this.object = object;
        this.place = place;
        this.errors = errors;
        if (!object.isObject()) {
            wrong("", "must be an object");
        }
        for (Iterator<String> names = object.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!known.contains(name)) {
                wrong("", "has a field that is not known" + (PLAIN.matcher(name).matches() ? ": " + name : ""));
            }
        }
    }

    /** A whole document: what the function makes of it, unless something in it was wrong. */
    static <T> T read(JsonNode document, Set<String> known, Function<Fields, T> reader) {
        List<Map<String, String>> errors = new ArrayList<>();
        T result = reader.apply(new Fields(document, "#", errors, known));
        if (!errors.isEmpty()) {
            throw ApiProblems.invalid(errors);
        }
        return result;
    }

    /** Something to go on with where a value is wrong: the error is noted, and the result will not be used. */
    String text(String name, int shortest, int longest) {
        JsonNode value = object.path(name);
        if (!value.isTextual()) {
            wrong(name, value.isMissingNode() ? "is missing" : "must be a string");
            return "";
        }
        String text = value.textValue();
        int length = text.codePointCount(0, text.length());
        if (length < shortest || length > longest) {
            wrong(name, "must have %d to %d characters".formatted(shortest, longest));
        } else if (!TEXT.matcher(text).matches() || text.codePoints().anyMatch(Fields::isHalf)) {
            wrong(name, "has characters that are no text");
        } else if (shortest > 0 && !NOT_BLANK.matcher(text).matches()) {
            wrong(name, "must not be blank");
        }
        return text;
    }

    boolean has(String name) {
        return object.has(name);
    }

    @Nullable
    String optionalText(String name, int longest) {
        return object.path(name).isMissingNode() || object.path(name).isNull() ? null : text(name, 1, longest);
    }

    long number(String name, long least, long most) {
        JsonNode value = object.path(name);
        if (value.isMissingNode()) {
            wrong(name, "is missing");
        } else if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < least
                || value.longValue() > most) {
            wrong(name, "must be a whole number from %d to %d".formatted(least, most));
        } else {
            return value.longValue();
        }
        return least;
    }

    <T> List<T> objects(String name, int most, Set<String> known, Function<Fields, T> reader) {
        JsonNode value = object.path(name);
        if (!value.isArray()) {
            wrong(name, value.isMissingNode() ? "is missing" : "must be an array");
            return List.of();
        }
        if (value.isEmpty() || value.size() > most) {
            wrong(name, "must have 1 to %d elements".formatted(most));
            return List.of();
        }
        List<T> read = new ArrayList<>();
        for (int i = 0; i < value.size(); i++) {
            read.add(reader.apply(new Fields(value.get(i), place + "/" + name + "/" + i, errors, known)));
        }
        return read;
    }

    void wrong(String name, String what) {
        if (errors.size() < MOST_ERRORS) {
            errors.add(Map.of("pointer", name.isEmpty() ? place : place + "/" + name, "detail", what));
        }
    }

    boolean isRight() {
        return errors.isEmpty();
    }

    /** Half of a surrogate pair, which no database stores. */
    private static boolean isHalf(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }
}
