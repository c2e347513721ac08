package dev.once.localpostgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureSentencesTest {

    @TempDir
    Path folder;

    @Test
    void an_unsupported_platform() {
        assertThatThrownBy(() -> Platform.of("SunOS", "sparcv9"))
                .hasMessageContaining("no ready-made PostgreSQL for SunOS on sparcv9")
                .hasMessageContaining("set spring.datasource.url");
    }

    @Test
    void every_promised_platform_has_a_name() {
        assertThat(Platform.of("Linux", "amd64").archive()).isEqualTo("postgres-linux-x86_64.txz");
        assertThat(Platform.of("Linux", "aarch64").archive()).isEqualTo("postgres-linux-arm_64.txz");
        assertThat(Platform.of("Mac OS X", "aarch64").archive()).isEqualTo("postgres-darwin-arm_64.txz");
        assertThat(Platform.of("Mac OS X", "x86_64").archive()).isEqualTo("postgres-darwin-x86_64.txz");
        assertThat(Platform.of("Windows 11", "amd64").archive()).isEqualTo("postgres-windows-x86_64.txz");
    }

    @Test
    void a_full_disk() {
        assertThat(Folders.failure(folder, new IOException("No space left on device")))
                .hasMessageContaining("The disk that holds " + folder + " is full")
                .hasMessageContaining("Free about 300 MB");
        assertThat(ServerFailure.of(folder, "FATAL:  could not extend file: No space left on device"))
                .hasMessageContaining("is full");
    }

    @Test
    void a_folder_that_may_not_be_written() throws IOException {
        assertThat(Folders.failure(folder, new AccessDeniedException("x")))
                .hasMessageContaining("may not write to " + folder)
                .hasMessageContaining("once.local-postgres.directory");

        assumeFalse("root".equals(System.getProperty("user.name")), "root may write everywhere");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-x------"));
        assertThatThrownBy(() -> LocalPostgres.join(folder.resolve("postgres")))
                .hasMessageContaining("may not write to");
    }

    @Test
    void a_file_where_the_folder_should_be() throws IOException {
        Path file = Files.createFile(folder.resolve("postgres"));
        assertThatThrownBy(() -> LocalPostgres.join(file)).hasMessageContaining("there is something else");
    }

    @Test
    void a_program_that_may_not_be_executed() throws IOException {
        Path program = Files.createFile(folder.resolve("initdb"));
        assertThatThrownBy(() -> Commands.runPlain(List.of(program.toString())))
                .hasMessageContaining("may not be executed")
                .hasMessageContaining("noexec");
    }

    @Test
    void data_of_another_major_version() {
        assertThat(ServerFailure.of(folder, "FATAL:  database files are incompatible with server"))
                .hasMessageContaining("another major version");
    }

    @Test
    void anything_else_quotes_what_the_server_said() {
        assertThat(ServerFailure.of(folder, "FATAL:  something new"))
                .hasMessageContaining("FATAL:  something new")
                .hasMessageContaining("server.log");
    }
}
