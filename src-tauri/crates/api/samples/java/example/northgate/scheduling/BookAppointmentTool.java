package example.northgate.scheduling;

import example.northgate.Desk;
import example.northgate.Tool;
import java.util.Map;
import java.util.regex.Matcher;

/** Books a window once, and lets go of the one it replaces. */
public final class BookAppointmentTool {
    @Tool
    public Map<String, Object> book(String slotId, String accessNotes, String replaces) {
        Matcher slot = Slots.read(slotId);
        if (replaces != null && Desk.kept(Slots.kept(Slots.read(replaces).group())) == null) {
            throw new IllegalArgumentException("There is no appointment " + replaces + " to replace.");
        }
        if (!Desk.keepOnce(Slots.kept(slotId), accessNotes == null ? "" : accessNotes)) {
            throw new IllegalStateException("The window " + slotId + " is booked already. Look for another with find_slots.");
        }
        boolean hasReplaced = replaces != null && Desk.forget(Slots.kept(replaces));
        return Desk.answer(
                "appointment", slotId,
                "premise_id", "P-" + slot.group(1),
                "kind", slot.group(4),
                "access_notes", accessNotes,
                "replaced", hasReplaced ? replaces : null);
    }
}
