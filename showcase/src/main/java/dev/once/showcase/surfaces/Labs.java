package dev.once.showcase.surfaces;

import dev.once.faults.CuttingProxy;
import dev.once.faults.Hammer;
import dev.once.showcase.launch.App;
import dev.once.showcase.launch.Apps;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** What can be done to a running app from its column on the page. */
@Component
@Profile("demo")
public class Labs {

    private final Apps apps;
    private final Map<App, SurfaceLab> labs = new EnumMap<>(App.class);
    private final Map<App, KillStory> stories = new ConcurrentHashMap<>();

    Labs(Apps apps, List<SurfaceLab> labs) {
        this.apps = apps;
        labs.forEach(lab -> this.labs.put(lab.app(), lab));
    }

    /** The same attempt, so often, at once. */
    public Shown sendAtOnce(App app, int times) throws IOException, InterruptedException {
        SurfaceLab lab = lab(app);
        URI url = apps.url(app);
        Try attempt = lab.prepare(url);
        if (lab instanceof JobLab jobs) {
            // So that the runtime has to retry, too.
            jobs.vendorIs(url, "fail", 2, Duration.ZERO);
        }
        List<Reply> replies = Hammer.of(times).strike(i -> sent(attempt, url)).answersOfAll();
        attempt.awaitDone(url);
        return new Shown(attempt.key(), replies, attempt.effects(), lab.effectName(), attempt.note(url));
    }

    /** The app acts and answers, nobody hears it; the sender, who cannot know, sends again. */
    public Shown loseTheAnswer(App app) throws IOException, InterruptedException {
        SurfaceLab lab = lab(app);
        URI url = apps.url(app);
        Try attempt = lab.prepare(url);
        List<Reply> replies = new ArrayList<>();
        if (lab instanceof JobLab jobs) {
            // Behind this answer is another one that can get lost: the vendor's.
            jobs.vendorIs(url, "drop", 1, Duration.ZERO);
        }
        try (CuttingProxy proxy = CuttingProxy.inFrontOf(url.getPort())) {
            proxy.swallowNextAnswer();
            replies.add(sent(attempt, URI.create(proxy.through(url.toString()))));
        }
        replies.add(sent(attempt, url));
        attempt.awaitDone(url);
        return new Shown(attempt.key(), replies, attempt.effects(), lab.effectName(), attempt.note(url));
    }

    /** Work is going on, and the process is killed; false where a story is being told already, or nobody would start it again. */
    public boolean kill(App app) {
        KillStory running = stories.get(app);
        if (running != null && !running.now().over()) {
            return false;
        }
        KillStory story = new KillStory(lab(app), apps);
        stories.put(app, story);
        story.begin();
        return true;
    }

    public Optional<KillStory.Now> story(App app) {
        return Optional.ofNullable(stories.get(app)).map(KillStory::now);
    }

    static Reply sent(Try attempt, URI app) throws InterruptedException {
        long began = System.nanoTime();
        try {
            return attempt.send(app).after(System.nanoTime() - began);
        } catch (IOException e) {
            return Reply.nothing("no answer: the connection was cut").after(System.nanoTime() - began);
        }
    }

    private SurfaceLab lab(App app) {
        SurfaceLab lab = labs.get(app);
        if (lab == null) {
            throw new IllegalArgumentException("There is no lab for " + app);
        }
        return lab;
    }
}
