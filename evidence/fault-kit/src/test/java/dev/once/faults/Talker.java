package dev.once.faults;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A small application to start, freeze and kill. */
final class Talker {

    private Talker() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("fail")) {
            System.err.println("no database at " + System.getenv("DATABASE"));
            System.exit(3);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("goodbye")));
        var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        http.start();
        System.out.println("listening on " + http.getAddress().getPort());
        if (arguments.length > 0 && arguments[0].equals("parent")) {
            System.out.println("child "
                    + new ProcessBuilder("sleep", "300").inheritIO().start().pid());
        }
    }
}
