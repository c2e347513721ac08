package dev.once.api.operations;

import dev.once.api.sameness.ApiKey;
import dev.once.api.surface.KeyRequired;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** A key that would be ignored is refused: the contract never pretends. The body's size comes first, as everywhere. */
@Configuration(proxyBeanMethods = false)
class KeyNotUsedHere implements WebMvcConfigurer, HandlerInterceptor {

    @Override
    public void addInterceptors(InterceptorRegistry interceptors) {
        interceptors.addInterceptor(this).addPathPatterns("/api/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (handler instanceof HandlerMethod method && !method.hasMethodAnnotation(KeyRequired.class)) {
            request.getInputStream().readAllBytes();
            if (ApiKey.isIn(request)) {
                throw ApiProblems.keyNotUsedHere();
            }
        }
        return true;
    }
}
