package dev.once.web;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.core.support.StartupRefusedException;
import jakarta.servlet.DispatcherType;
import java.net.InetAddress;
import java.util.List;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.RemoteIpValve;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.security.SecurityProperties;
import org.springframework.boot.autoconfigure.web.ServerProperties;
import org.springframework.boot.autoconfigure.web.ServerProperties.ForwardHeadersStrategy;
import org.springframework.boot.autoconfigure.web.servlet.error.ErrorMvcAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.server.CookieSameSiteSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;

/** Errors, limits and the look; {@link OperatorSecurityConfiguration} has the security. */
@AutoConfiguration(before = ErrorMvcAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties({
    WebProperties.class,
    OperatorProperties.class,
    ViewerProperties.class,
    ServerProperties.class
})
@Import({ProblemAdvice.class, ProblemErrorController.class, OperatorSecurityConfiguration.class})
class WebSupportAutoConfiguration {

    @Bean
    ProblemWriter problemWriter(
            ObjectMapper json, WebProperties properties, ObjectProvider<ThymeleafViewResolver> views) {
        return new ProblemWriter(json, properties, views);
    }

    @Bean
    Site site(WebProperties properties, Environment environment) {
        String title = properties.title();
        return Site.of(
                title == null ? environment.getProperty("spring.application.name", "Once") : title,
                properties.links(),
                environment.acceptsProfiles(WebDefaults.DEMO));
    }

    @Bean
    FilterRegistrationBean<BodyLimitFilter> bodyLimit(WebProperties properties, ProblemWriter problems) {
        var registration = new FilterRegistrationBean<>(
                new BodyLimitFilter(properties.maxBodySize().toBytes(), problems));
        registration.setOrder(SecurityProperties.DEFAULT_FILTER_ORDER - 1);
        registration.setDispatcherTypes(DispatcherType.REQUEST);
        return registration;
    }

    @Bean
    WebMvcConfigurer rawBodies() {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new RawBodyArgument());
            }
        };
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> answersOfTomcat() {
        return factory -> {
            factory.addEngineValves(new RequestIdValve());
            factory.addContextCustomizers(context -> {
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(ProblemValve.class.getName());
                }
            });
        };
    }

    /** The proxies first, for the address that they name; then the public URL, which they have no say in. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> publicUrl(
            WebProperties properties, ServerProperties server, Environment environment) {
        if (server.getForwardHeadersStrategy() != ForwardHeadersStrategy.NONE) {
            throw new StartupRefusedException(
                    "server.forward-headers-strategy believes whoever sends X-Forwarded-For.",
                    "Leave it out, and name your proxies in once.web.proxies: docs/operations/tls-and-proxies.md.");
        }
        return factory -> {
            if (!properties.proxies().isEmpty()) {
                RemoteIpValve forwarded = new RemoteIpValve();
                forwarded.setInternalProxies(properties.proxies());
                forwarded.setProtocolHeader(null);
                factory.addEngineValves(forwarded);
            }
            if (!environment.acceptsProfiles(WebDefaults.DEMO)) {
                factory.addEngineValves(new PublicUrlValve(PublicUrl.required(properties.publicUrl())));
            }
        };
    }

    /** Lax wherever a cookie does not say more. */
    @Bean
    CookieSameSiteSupplier sameSite() {
        return CookieSameSiteSupplier.ofLax();
    }

    /** A chunk's extensions and trailers could be sent a byte at a time too. Nobody needs them here. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> slowBodies(WebProperties properties) {
        SlowBodies slow = new SlowBodies(properties.bodies());
        return factory -> {
            factory.addEngineValves(new BodyValve(slow));
            factory.addConnectorCustomizers(connector -> {
                connector.setProperty("maxExtensionSize", "0");
                connector.setProperty("maxTrailerSize", "2");
            });
        };
    }

    /** The demo profile is open, so it must stay on this machine. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> demoStaysHere(
            ServerProperties server, Environment environment) {
        return factory -> {
            InetAddress address = server.getAddress();
            if (environment.acceptsProfiles(WebDefaults.DEMO) && (address == null || !address.isLoopbackAddress())) {
                throw new StartupRefusedException(
                        "The demo profile is open to everybody who can reach it, and server.address is "
                                + (address == null ? "not set" : address.getHostAddress()) + ".",
                        "Leave server.address at 127.0.0.1, or start without the profile 'demo'.");
            }
        };
    }
}
