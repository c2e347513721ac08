package dev.once.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Media types of a header, as Spring reads them. */
final class MediaTypes {

    private MediaTypes() {}

    /** Empty where it is none, or nonsense. */
    static List<MediaType> of(@Nullable String header) {
        try {
            return MediaType.parseMediaTypes(header);
        } catch (InvalidMediaTypeException | StringIndexOutOfBoundsException e) {
            return List.of();
        }
    }

    /** Spring's parser fails on a type that begins with a quote, by an exception that nobody expects of it. */
    static boolean breakTheParser(@Nullable String header) {
        if (header == null || header.indexOf('"') < 0) {
            return false;
        }
        try {
            MediaType.parseMediaTypes(header);
        } catch (StringIndexOutOfBoundsException e) {
            return true;
        } catch (InvalidMediaTypeException e) {
            // Spring answers it.
        }
        return false;
    }
}
