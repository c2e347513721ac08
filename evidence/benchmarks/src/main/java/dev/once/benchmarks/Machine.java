package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Ground;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** What the figures were made on, so that a reader can tell how far they carry. */
final class Machine {

    static Map<String, String> facts(Ground ground) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        Runtime runtime = Runtime.getRuntime();
        facts.put(
                "processor",
                processor() + ", " + runtime.availableProcessors() + " cores for client and server together");
        facts.put("memory", "%.0f GB".formatted(system.getTotalMemorySize() / 1e9));
        facts.put("system", system.getName() + " " + system.getVersion() + " " + system.getArch());
        facts.put("load before the run", "%.1f".formatted(system.getSystemLoadAverage()));
        facts.put("Java", System.getProperty("java.runtime.version") + " " + System.getProperty("java.vm.name"));
        facts.put("PostgreSQL", ground.text("show server_version"));
        for (String setting : new String[] {"fsync", "synchronous_commit", "shared_buffers", "max_wal_size"}) {
            facts.put("`" + setting + "`", ground.text("show " + setting));
        }
        Properties versions = new Properties();
        try (InputStream in = Machine.class.getResourceAsStream("/versions.properties")) {
            versions.load(in);
        }
        versions.stringPropertyNames().stream()
                .sorted()
                .forEach(name -> facts.put(name.replace('_', ' '), versions.getProperty(name)));
        return facts;
    }

    private static String processor() throws IOException {
        Path info = Path.of("/proc/cpuinfo");
        if (!Files.exists(info)) {
            return System.getProperty("os.arch");
        }
        return Files.readAllLines(info).stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }

    private Machine() {}
}
