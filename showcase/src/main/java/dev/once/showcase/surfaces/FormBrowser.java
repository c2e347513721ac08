package dev.once.showcase.surfaces;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** As much of a browser as a form needs: a cookie, hidden fields, and following a redirect. */
public final class FormBrowser {

    private static final Pattern HIDDEN = Pattern.compile("<input[^>]*type=\"hidden\"[^>]*>");
    private static final Pattern NAME = Pattern.compile("name=\"([^\"]*)\"");
    private static final Pattern VALUE = Pattern.compile("value=\"([^\"]*)\"");

    private final String user;
    private final String password;
    private final Map<String, String> cookies = new LinkedHashMap<>();

    public FormBrowser(String user, String password) {
        this.user = user;
        this.password = password;
    }

    /** The hidden fields of the form on that page, signing in first where that is asked for. */
    public synchronized Map<String, String> openForm(URI app, String path) throws IOException, InterruptedException {
        Page page = follow(app.resolve(path));
        if (page.url().getPath().startsWith("/sign-in")) {
            Map<String, String> signIn = new LinkedHashMap<>(hidden(page.html()));
            signIn.put("email", user);
            signIn.put("password", password);
            post(app.resolve("/sign-in"), signIn);
            page = follow(app.resolve(path));
        }
        return hidden(page.html());
    }

    HttpResponse<String> post(URI url, Map<String, String> form) throws IOException, InterruptedException {
        String body = form.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        HttpResponse<String> answer = Web.send(Web.request(url)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Cookie", cookieHeader())
                .POST(HttpRequest.BodyPublishers.ofString(body)));
        keepCookies(answer);
        return answer;
    }

    private record Page(URI url, String html) {}

    private Page follow(URI start) throws IOException, InterruptedException {
        URI url = start;
        for (int hops = 0; hops < 5; hops++) {
            HttpResponse<String> answer = Web.send(Web.request(url).header("Cookie", cookieHeader()));
            keepCookies(answer);
            var location = answer.headers().firstValue("Location");
            if (location.isEmpty()) {
                return new Page(url, answer.body());
            }
            url = url.resolve(location.get());
        }
        throw new IOException("Too many redirects from " + start);
    }

    private static Map<String, String> hidden(String html) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher inputs = HIDDEN.matcher(html);
        while (inputs.find()) {
            Matcher name = NAME.matcher(inputs.group());
            Matcher value = VALUE.matcher(inputs.group());
            if (name.find() && value.find()) {
                fields.putIfAbsent(name.group(1), value.group(1));
            }
        }
        return fields;
    }

    private void keepCookies(HttpResponse<?> answer) {
        synchronized (cookies) {
            for (String cookie : answer.headers().allValues("Set-Cookie")) {
                String pair = cookie.split(";", 2)[0];
                int equals = pair.indexOf('=');
                cookies.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
    }

    public String cookieHeader() {
        synchronized (cookies) {
            return cookies.entrySet().stream()
                    .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                    .collect(Collectors.joining("; ", "", ""));
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
