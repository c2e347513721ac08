package dev.once.proof;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A way to PostgreSQL that changes the server's answer to the next COMMIT: the commit itself happens. */
final class CommitAnswers implements AutoCloseable {

    private final ServerSocket door;
    private final URI server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicReference<byte @Nullable []> instead = new AtomicReference<>();

    CommitAnswers(String jdbcUrl) throws IOException {
        this.server = URI.create(jdbcUrl.substring("jdbc:".length()));
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    String url() {
        return "jdbc:postgresql://localhost:" + door.getLocalPort() + server.getPath()
                + "?sslmode=disable&gssEncMode=disable";
    }

    /** An error in the place of 'it is committed'. A session that says FATAL or PANIC ends behind it. */
    void sayError(String severity, String state) throws IOException {
        instead.set(message('E', severity, state, "as if", "as_if"));
    }

    /** The warning of a commit that stopped waiting for its standby, before 'it is committed'. */
    void sayNotReplicated() throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(message('N', "WARNING", "01000", "canceling wait for synchronous replication", "SyncRepWaitForLSN"));
        DataOutputStream complete = new DataOutputStream(both);
        complete.writeByte('C');
        complete.writeInt(4 + 7);
        complete.writeBytes("COMMIT\0");
        instead.set(both.toByteArray());
    }

    private static byte[] message(char type, String severity, String state, String text, String routine)
            throws IOException {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        for (String field : new String[] {"S" + severity, "V" + severity, "C" + state, "M" + text, "R" + routine}) {
            fields.write(field.getBytes(StandardCharsets.UTF_8));
            fields.write(0);
        }
        fields.write(0);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(whole);
        out.writeByte(type);
        out.writeInt(4 + fields.size());
        out.write(fields.toByteArray());
        return whole.toByteArray();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = door.accept();
                Socket upstream = new Socket(server.getHost(), server.getPort());
                threads.execute(() -> copy(client, upstream));
                threads.execute(() -> answers(upstream, client));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // One side has gone.
        }
    }

    private void answers(Socket upstream, Socket client) {
        try (upstream;
                client) {
            DataInputStream in = new DataInputStream(upstream.getInputStream());
            DataOutputStream out = new DataOutputStream(client.getOutputStream());
            while (true) {
                byte type = in.readByte();
                int length = in.readInt();
                byte[] body = in.readNBytes(length - 4);
                byte[] other = type == 'C' && new String(body, StandardCharsets.UTF_8).startsWith("COMMIT")
                        ? instead.getAndSet(null)
                        : null;
                if (other == null) {
                    out.writeByte(type);
                    out.writeInt(length);
                    out.write(body);
                } else {
                    out.write(other);
                }
                out.flush();
                if (other != null && (contains(other, "FATAL") || contains(other, "PANIC"))) {
                    return;
                }
            }
        } catch (IOException e) {
            // One side has gone.
        }
    }

    private static boolean contains(byte[] message, String word) {
        return new String(message, StandardCharsets.UTF_8).contains(word);
    }

    @Override
    public void close() throws IOException {
        door.close();
        threads.shutdownNow();
    }
}
