package example.northgate.scheduling;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of visit windows: they say where, when and what for, so that nothing has to be kept of those that are free. */
final class Slots {
    static final int[] HOURS = {8, 10, 13, 15};

    private static final Pattern ID =
            Pattern.compile("V-([0-9]{8})-([0-9]{8})-([0-9]{2})-(meter_exchange|pilot_light|inspection|turn_on|other)");

    private Slots() {}

    static String id(String premise, LocalDate day, int hour, String kind) {
        return "V-%s-%s-%02d-%s".formatted(premise.substring(2), day.format(DateTimeFormatter.BASIC_ISO_DATE), hour, kind);
    }

    static Matcher read(String id) {
        Matcher read = ID.matcher(id);
        if (!read.matches()) {
            throw new IllegalArgumentException("There is no window " + id + ". Take one that find_slots returned.");
        }
        return read;
    }

    /** A booked window's name among what the desk keeps. */
    static String kept(String id) {
        return "visit " + id;
    }
}
