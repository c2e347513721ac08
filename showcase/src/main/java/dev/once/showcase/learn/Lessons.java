package dev.once.showcase.learn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.stereotype.Component;

/** The files of docs, as the build has packed them. */
@Component
public class Lessons {

    private final Map<String, Lesson> bySlug = new TreeMap<>();

    public Lessons() {
        try {
            Resource[] files = new PathMatchingResourcePatternResolver().getResources("classpath*:learn/docs/*.md");
            LessonRenderer renderer = new LessonRenderer();
            for (Resource file : files) {
                String slug = Objects.requireNonNull(file.getFilename()).replace(".md", "");
                bySlug.put(slug, renderer.rendered(slug, file.getContentAsString(StandardCharsets.UTF_8)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The build has not packed the docs.", e);
        }
    }

    public Optional<Lesson> named(String slug) {
        return Optional.ofNullable(bySlug.get(slug));
    }

    /** The path, in its order. */
    public List<Lesson> path() {
        return all().stream().filter(Lesson::isNumbered).toList();
    }

    Collection<Lesson> all() {
        return bySlug.values();
    }
}
