package dev.once.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.URI;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Every request came to the public URL, whatever its Host says: that decides where redirects lead, whether cookies are
 * `Secure` and whether browsers are told to stay with TLS.
 */
final class PublicUrlValve extends ValveBase {

    private final URI publicUrl;

    PublicUrlValve(URI publicUrl) {
        super(true);
        this.publicUrl = publicUrl;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        boolean tls = publicUrl.getScheme().equals("https");
        org.apache.coyote.Request wire = request.getCoyoteRequest();
        wire.scheme().setString(publicUrl.getScheme());
        wire.serverName().setString(publicUrl.getHost());
        wire.setServerPort(publicUrl.getPort() > 0 ? publicUrl.getPort() : tls ? 443 : 80);
        request.setSecure(tls);
        getNext().invoke(request, response);
    }
}
