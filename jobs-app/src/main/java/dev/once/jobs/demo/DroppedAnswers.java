package dev.once.jobs.demo;

import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Closes a connection in place of answering: a caller sees what it sees when a vendor dies after doing the work. */
@Component
@Profile("demo")
class DroppedAnswers implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

    private static final String DROP = DroppedAnswers.class.getName();

    static void drop(ServletRequest request) {
        if (request.getAttribute(DROP) instanceof Runnable drop) {
            drop.run();
        }
    }

    /** Only a valve has the connection in its hands: a servlet could at best answer badly. */
    @Override
    public void customize(TomcatServletWebServerFactory factory) {
        factory.addContextValves(new ValveBase(true) {
            @Override
            public void invoke(Request request, Response response) throws IOException, ServletException {
                Runnable drop = () -> response.getCoyoteResponse()
                        .action(ActionCode.CLOSE_NOW, new IOException("told to drop the answer"));
                request.setAttribute(DROP, drop);
                getNext().invoke(request, response);
            }
        });
    }
}
