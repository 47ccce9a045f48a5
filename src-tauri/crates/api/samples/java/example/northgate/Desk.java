package example.northgate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the desk keeps: a file for each thing in the folder that the studio names. A file that is made anew is made once,
 * so two calls at the same time cannot both book one window.
 */
public final class Desk {
    private Desk() {}

    /** Keeps something under a name that nothing has yet. Says whether it could. */
    public static boolean keepOnce(String name, String text) {
        try {
            Files.writeString(path(name), text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return true;
        } catch (FileAlreadyExistsException taken) {
            return false;
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    /** What is kept under a name; null where nothing is. */
    public static String kept(String name) {
        try {
            return Files.readString(path(name));
        } catch (NoSuchFileException nothing) {
            return null;
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    /** Forgets what is kept under a name. Says whether something was. */
    public static boolean forget(String name) {
        try {
            return Files.deleteIfExists(path(name));
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    /** An answer of names and values, in their order. */
    public static Map<String, Object> answer(Object... namesAndValues) {
        Map<String, Object> answer = new LinkedHashMap<>();
        for (int at = 0; at < namesAndValues.length; at += 2) {
            answer.put((String) namesAndValues[at], namesAndValues[at + 1]);
        }
        return answer;
    }

    /** A number that is always the same for a text, from 0 up to the limit. */
    public static int numberOf(String text, int limit) {
        return Math.floorMod(text.hashCode() * 31 + text.length(), limit);
    }

    /** The accounts the samples know. */
    public static final List<String> ACCOUNTS = List.of("1000448210", "2000519934", "3000620717");

    private static Path path(String name) {
        if (!name.matches("[A-Za-z0-9 _-]{1,100}")) {
            throw new IllegalArgumentException("“" + name + "” is no name that anything is kept under.");
        }
        String folder = System.getProperty("studio.state");
        if (folder == null) {
            throw new IllegalStateException("This class keeps things, and nobody said where: -Dstudio.state is not set.");
        }
        return Path.of(folder, name);
    }
}
