package dev.once.core.autoconfigure;

import dev.once.core.Writes;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestInitializer;
import org.springframework.http.client.support.HttpAccessor;
import org.springframework.web.client.RestClient;

/**
 * Stands in every {@code RestTemplate}, {@code RestClient} and {@code RestClient.Builder} that is a bean, and looks whether
 * the work of a claim is running on the calling thread. An initializer, since an interceptor would make the client buffer what
 * it sends.
 */
final class OutsideCallGuard implements ClientHttpRequestInitializer, BeanPostProcessor {

    private static final Logger LOG = LoggerFactory.getLogger(OutsideCallGuard.class);
    private static final List<String> BETWEEN =
            List.of("java.", "jdk.", "io.micrometer.", "org.springframework.", "dev.once.core.");

    private final FenceMode mode;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    OutsideCallGuard(FenceMode mode) {
        this.mode = mode;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (mode == FenceMode.OFF) {
            return bean;
        }
        if (bean instanceof HttpAccessor template) {
            join(template.getClientHttpRequestInitializers());
        } else if (bean instanceof RestClient.Builder builder) {
            builder.requestInitializers(this::join);
        } else if (bean instanceof RestClient client) {
            return client.mutate().requestInitializers(this::join).build();
        }
        return bean;
    }

    private void join(List<ClientHttpRequestInitializer> initializers) {
        if (!initializers.contains(this)) {
            initializers.add(0, this);
        }
    }

    @Override
    public void initialize(ClientHttpRequest request) {
        if (!Writes.isWorkRunning()) {
            return;
        }
        String sentence = "The work of a claim must not call " + request.getMethod() + " " + shown(request.getURI())
                + ": what is sent cannot be rolled back. Call before or after the claim, or leave it to the outbox.";
        if (mode == FenceMode.ENFORCE) {
            throw new IllegalStateException(sentence);
        }
        String place = place();
        if (told.add(place)) {
            LOG.warn("{} It is called at {}; once.fence=enforce would refuse it.", sentence, place);
        }
    }

    /** Neither the query nor the user: they may be secret. */
    private static String shown(URI uri) {
        return uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort()) + uri.getPath();
    }

    /** The line that called, and not the address: there are as many of these as there is code. */
    private static String place() {
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> isOfTheApplication(frame.getClassName()))
                        .findFirst())
                .map(frame -> frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                        + frame.getLineNumber() + ")")
                .orElse("an unknown place");
    }

    private static boolean isOfTheApplication(String type) {
        return BETWEEN.stream().noneMatch(type::startsWith);
    }
}
