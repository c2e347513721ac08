package dev.once.webhooks.provenance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A body as a careless or hostile sender would make it: each field in turn is gone or has a value of the wrong kind. */
public final class Mutations {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final List<String> WRONG = List.of(
            "null",
            "true",
            "-1",
            "0.5",
            "99999999999999999999999999",
            "1e400",
            "\"\"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"" + "x".repeat(5000) + "\"",
            "\"0000-99-99T99:99:99Z\"",
            "[]",
            "[\"x\",1,{}]",
            "{}",
            "{\"id\":{\"id\":[]}}");

    private Mutations() {}

    public static List<String> of(String body) {
        try {
            List<String> bodies = new ArrayList<>();
            ObjectNode root = (ObjectNode) JSON.readTree(body);
            mutate(root, root, bodies);
            return bodies;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void mutate(ObjectNode root, ObjectNode object, List<String> bodies) throws IOException {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            JsonNode right = object.get(name);
            for (String wrong : WRONG) {
                // As text: a tree would not keep a number that is too large.
                object.put(name, "@here@");
                bodies.add(root.toString().replace("\"@here@\"", wrong));
            }
            object.remove(name);
            bodies.add(root.toString());
            object.set(name, right);
            if (right instanceof ObjectNode inner) {
                mutate(root, inner, bodies);
            }
        }
    }
}
