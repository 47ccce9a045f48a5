package sample;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One annotated method, with every kind of parameter, and others to be called by name. */
public class MeterTool {
    static {
        System.out.println("loaded: this is noise");
    }

    public enum Kind { GAS, WATER }

    public record Reading(LocalDate day, double value, List<String> notes) {}

    public static class Premise {
        private String id;
        public int floors;

        public String getId() {
            return id;
        }

        public void setId(String id) {
            this.id = id;
        }

        public boolean isTall() {
            return floors > 3;
        }
    }

    @Tool("Everything at once")
    public Map<String, Object> all(
            @P(value = "who", name = "text") String text, int number, long large, double real, boolean flag,
            Integer boxed, List<Integer> list, Map<String, Double> map, int[] array, Kind kind, Reading reading,
            Premise premise, Optional<String> maybe, Object any) {
        System.out.println("called with " + text);
        Map<String, Object> all = new HashMap<>();
        all.put("text", text + " " + text.length());
        all.put("sum", number + large + real);
        all.put("flag", !flag);
        all.put("boxed", boxed);
        all.put("list", list.stream().mapToInt(Integer::intValue).sum());
        all.put("map", map);
        all.put("array", array);
        all.put("kind", kind);
        all.put("reading", reading);
        all.put("premise", premise);
        all.put("maybe", maybe);
        all.put("any", any);
        return all;
    }

    public static String hello(String name) {
        return "Hello, " + name + " \u0001\"\\ 🦀";
    }

    public int[][] table(Map<String, Object> arguments) {
        return new int[][] {{1, arguments.size()}, {}};
    }

    public Object echo(Object value) {
        return value;
    }

    public void nothing() {}

    public double odd() {
        return Double.NaN;
    }

    public Object cycle() {
        Map<String, Object> map = new HashMap<>();
        map.put("self", map);
        return map;
    }

    public String fail(String name) {
        throw new IllegalStateException("no meter " + name);
    }

    public String over(int value) {
        return "int";
    }

    public String over(String value) {
        return "text";
    }

    public int minus(int from, int what) {
        return from - what;
    }

    public void loop() {
        while (true) {
            Thread.onSpinWait();
        }
    }

    public int hoard() {
        byte[][] all = new byte[10240][];
        for (int at = 0; at < all.length; at++) {
            all[at] = new byte[1 << 20];
        }
        return all.length;
    }

    public int native10() {
        var all = new java.util.ArrayList<java.nio.ByteBuffer>();
        for (int at = 0; at < 10240; at++) {
            all.add(java.nio.ByteBuffer.allocateDirect(1 << 20));
        }
        return all.size();
    }

    public String read(String path) throws Exception {
        return java.nio.file.Files.readString(java.nio.file.Path.of(path));
    }

    /** The files that can be opened for writing; nothing is written. */
    public java.util.List<String> open(java.util.List<String> paths) {
        return paths.stream().filter(MeterTool::opens).toList();
    }

    private static boolean opens(String path) {
        try {
            java.nio.file.Files.newByteChannel(java.nio.file.Path.of(path), java.nio.file.StandardOpenOption.WRITE)
                    .close();
            return true;
        } catch (java.io.IOException e) {
            return false;
        }
    }

    /** An attempt to get what is outside; nothing where there is nothing to be had. */
    private interface Attempt {
        Object make() throws Exception;
    }

    /** Ways out of the sandbox that gave anything, each by its name, and how many were tried. */
    public java.util.Map<String, Object> attempts(String secret, int port, String unix, long outside) {
        var attempts = new java.util.LinkedHashMap<String, Attempt>();
        for (String path : new String[] {secret, "/etc/passwd", "/etc/shadow", "/proc/self/mem", "/dev/mem", "/dev/sda",
                "/proc/self/root/etc/passwd", "/proc/" + outside + "/environ"}) {
            attempts.put("read " + path, () -> java.nio.file.Files.newInputStream(java.nio.file.Path.of(path)).read());
        }
        attempts.put("address of a file", () -> java.net.URI.create("file:///etc/passwd").toURL().openStream().read());
        attempts.put("link", () -> {
            var link = java.nio.file.Files.createTempDirectory("x").resolve("link");
            java.nio.file.Files.createSymbolicLink(link, java.nio.file.Path.of(secret));
            return java.nio.file.Files.readString(link);
        });
        for (String folder : new String[] {"/root", "/home", "/etc", "/sys", "/var/log"}) {
            attempts.put("list " + folder, () -> new java.io.File(folder).list());
        }
        attempts.put("shell", () -> {
            var shell = new ProcessBuilder("sh", "-c", "cat " + secret + " /etc/passwd").start();
            return shell.getInputStream().readAllBytes().length > 0 ? "said something" : null;
        });
        attempts.put("end", () -> ProcessHandle.of(outside).filter(ProcessHandle::supportsNormalTermination)
                .filter(it -> it.info().command().isPresent()).orElse(null));
        attempts.put("socket", () -> new java.net.Socket("127.0.0.1", port));
        attempts.put("names", () -> java.net.InetAddress.getByName("example.com"));
        attempts.put("unix", () -> java.nio.channels.SocketChannel.open(java.net.UnixDomainSocketAddress.of(unix)));
        attempts.put("write", () -> new java.io.FileOutputStream("/usr/lib/x"));
        attempts.put("library", () -> {
            System.load(secret);
            return "loaded";
        });
        var got = new java.util.TreeMap<String, String>();
        attempts.forEach((name, attempt) -> {
            try {
                var found = attempt.make();
                if (found != null) {
                    got.put(name, found.toString());
                }
            } catch (Throwable refused) {
                // As it should be.
            }
        });
        return java.util.Map.of("tried", attempts.size(), "got", got);
    }

    public String dial(int port) throws Exception {
        try (var socket = new java.net.Socket("127.0.0.1", port)) {
            return "dialled";
        }
    }

    public String flood() {
        return "x".repeat(20_000_000);
    }

    public String linger(String mark) throws Exception {
        Process process = new ProcessBuilder("sleep", mark).start();
        new Thread(() -> {
            while (true) {
                Thread.onSpinWait();
            }
        }).start();
        return "left " + process.isAlive();
    }

    public int bomb() throws Exception {
        for (int at = 0; at < 500; at++) {
            new ProcessBuilder("sleep", "60").start();
        }
        Thread.sleep(60_000);
        return 500;
    }
}
