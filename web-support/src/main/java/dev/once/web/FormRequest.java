package dev.once.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Enumeration;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.catalina.Globals;
import org.jspecify.annotations.Nullable;

/** A form that the container could not read has no fields for it, and it goes on without a word: here it is refused. */
final class FormRequest extends HttpServletRequestWrapper {

    private static final Set<String> WITHOUT_FORM = Set.of("GET", "HEAD");

    FormRequest(HttpServletRequest request) {
        super(request);
    }

    @Override
    public @Nullable String getParameter(String name) {
        return read(() -> super.getParameter(name));
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return read(super::getParameterMap);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return read(super::getParameterNames);
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return read(() -> super.getParameterValues(name));
    }

    private <T> T read(Supplier<T> fields) {
        T found = fields.get();
        // A GET has no form: a query that cannot be decoded is one without that parameter, as everywhere.
        if (!WITHOUT_FORM.contains(getMethod()) && getAttribute(Globals.PARAMETER_PARSE_FAILED_ATTR) != null) {
            throw BoundedRequest.brokenOff();
        }
        return found;
    }
}
