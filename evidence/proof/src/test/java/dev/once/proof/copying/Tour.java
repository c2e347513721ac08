package dev.once.proof.copying;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The commands that a page prints, with what it says they answer. */
record Tour(List<Stop> stops) {

    record Stop(String command, String answer) {}

    private static final Pattern CONSOLE = Pattern.compile("```console\\n\\$ (.*?)\\n(HTTP.*?)```", Pattern.DOTALL);
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

    static Tour of(Path page) throws Exception {
        List<Stop> stops = new ArrayList<>();
        CONSOLE.matcher(Files.readString(page))
                .results()
                .forEach(found -> stops.add(new Stop(found.group(1), found.group(2))));
        return new Tour(stops);
    }

    /** Ids and times are new each time; which of them are the same is not. */
    void take(int port) throws Exception {
        assertThat(stops).hasSize(3);
        Map<String, String> printed = new HashMap<>();
        Map<String, String> seen = new HashMap<>();
        for (Stop stop : stops) {
            Ran ran = Ran.of(Path.of("."), "sh", "-c", at(port, stop.command()));
            assertThat(named(ran.output().replaceAll("\\s*\\r?\\n", "\n"), seen))
                    .as(stop.command())
                    .isEqualTo(named(at(port, stop.answer()), printed));
        }
    }

    private static String at(int port, String text) {
        return text.replace("localhost:8084", "127.0.0.1:" + port);
    }

    private static String named(String text, Map<String, String> names) {
        String ids =
                ID.matcher(text).replaceAll(id -> names.computeIfAbsent(id.group(), other -> "id-" + names.size()));
        return TIME.matcher(ids)
                .replaceAll(time -> names.computeIfAbsent(time.group(), other -> "time-" + names.size()));
    }
}
