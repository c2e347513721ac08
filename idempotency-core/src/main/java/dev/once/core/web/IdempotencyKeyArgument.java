package dev.once.core.web;

import dev.once.core.IdempotencyKey;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives the request's key to a controller's parameter of type {@link IdempotencyKey}. */
public final class IdempotencyKeyArgument implements HandlerMethodArgumentResolver {

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == IdempotencyKey.class;
    }

    @Override
    public IdempotencyKey resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer model,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binder) {
        String[] values = request.getHeaderValues(IdempotencyKeyHeader.NAME);
        return IdempotencyKeyHeader.parse(values == null ? List.of() : List.of(values));
    }
}
