package dev.once.core.autoconfigure;

import dev.once.core.Idempotencies;
import dev.once.core.web.IdempotencyKeyArgument;
import dev.once.core.web.OnceOperations;
import dev.once.core.web.OnceProblemAdvice;
import dev.once.core.web.ProblemProperties;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** The web part, where the application is Spring MVC's. */
@AutoConfiguration(after = OnceAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(RequestMappingHandlerAdapter.class)
@EnableConfigurationProperties(ProblemProperties.class)
public class OnceWebAutoConfiguration {

    /** Lazy, since its table is needed where somebody asks for it, and is looked at then: in most applications, at start. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    @ConditionalOnBean(Idempotencies.class)
    OnceOperations onceOperations(
            Idempotencies idempotencies,
            CoreTables tables,
            @Qualifier("requestMappingHandlerAdapter") ObjectProvider<RequestMappingHandlerAdapter> adapter) {
        tables.require(CoreTable.CLAIMS, "the operations of this application claim their keys in it");
        return new OnceOperations(idempotencies, () -> adapter.getObject().getMessageConverters());
    }

    @Bean
    WebMvcConfigurer onceKeyArgument() {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new IdempotencyKeyArgument());
            }
        };
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty(name = "once.problems.enabled", matchIfMissing = true)
    OnceProblemAdvice onceProblemAdvice(ProblemProperties properties) {
        return new OnceProblemAdvice(properties);
    }
}
