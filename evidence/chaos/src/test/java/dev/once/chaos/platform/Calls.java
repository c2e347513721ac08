package dev.once.chaos.platform;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** One request to each app that needs the database. */
final class Calls {

    interface Call {
        HttpResponse<String> send(String address, String name) throws Exception;
    }

    private Calls() {}

    static Map<App, Call> of(Platform platform) throws Exception {
        Signing signing = new Signing(platform.secrets());
        Person alice = new Person();
        alice.signIn(
                platform.any(App.FORMS).directAddress(),
                "alice@acme.test",
                platform.secrets().alice());
        Map<String, String> form = alice.openForm(platform.any(App.FORMS).directAddress());
        return Map.of(
                App.WEBHOOKS,
                (address, name) -> Web.send(signing.stripe(Signing.checkout("evt_" + name, name, 0), Instant.now())
                        .to(address)),
                App.FORMS,
                (address, name) -> alice.post(address + "/invoices", form),
                App.JOBS,
                (address, name) -> Web.send(Web.post(
                                address + "/statement-runs",
                                "application/json",
                                "{\"account\":\"" + name + "\",\"month\":\"2026-02\"}")
                        .header(
                                "Authorization",
                                Web.basic(Platform.OPERATOR, platform.secrets().operator()))),
                App.API,
                (address, name) -> Web.send(Web.post(
                                address + "/api/invoices", "application/json", Senders.Programs.invoice(name))
                        .header("Authorization", "Bearer " + platform.secrets().acme())
                        .header("Idempotency-Key", name)));
    }

    /** Returns when each of the eight processes has served something new. */
    static void awaitServed(Platform platform, Map<App, Call> calls, String name, Duration patience) throws Exception {
        long began = System.nanoTime();
        List<CompletableFuture<Void>> served = platform.all()
                .map(instance -> CompletableFuture.runAsync(
                        () -> {
                            String key = "after-%s-%s".formatted(name, instance).replace(' ', '-');
                            List<Integer> heard = new ArrayList<>();
                            Waiting.until(instance + " serves again", patience, () -> {
                                heard.add(0);
                                int status = calls.get(instance.app())
                                        .send(instance.directAddress(), key)
                                        .statusCode();
                                heard.set(heard.size() - 1, status);
                                return status < 400;
                            });
                            System.out.printf(
                                    "%s: %s after %d ms, heard %s%n",
                                    name, instance, (System.nanoTime() - began) / 1_000_000, heard);
                        },
                        Mayhem::inThread))
                .toList();
        for (CompletableFuture<Void> one : served) {
            one.get();
        }
    }
}
