package dev.once.webhooks.surface;

import dev.once.webhooks.provenance.WebhookProvenance;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * A delivery is answered in JSON whatever its sender accepts, since what is committed is not refused any more. And what is
 * refused is counted: a secret that is wrong would look like silence.
 */
@Configuration(proxyBeanMethods = false)
class DeliveryAnswers implements WebMvcConfigurer, HandlerInterceptor {

    private final WebhookProvenance provenance;
    private final DeliveryCounts counts;

    DeliveryAnswers(WebhookProvenance provenance, DeliveryCounts counts) {
        this.provenance = provenance;
        this.counts = counts;
    }

    @Override
    public void addInterceptors(InterceptorRegistry interceptors) {
        interceptors.addInterceptor(this).addPathPatterns("/webhooks/*");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        return true;
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        if (response.getStatus() / 100 == 4
                && request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE) instanceof Map<?, ?> path
                && path.get("provider") instanceof String provider
                && provenance.names().contains(provider)) {
            counts.counted(provider, Receipt.REFUSED);
        }
    }
}
