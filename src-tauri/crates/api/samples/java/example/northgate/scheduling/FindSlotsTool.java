package example.northgate.scheduling;

import example.northgate.Desk;
import example.northgate.Tool;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Windows of two hours on working days, but for those that are booked. */
public final class FindSlotsTool {
    @Tool
    public Map<String, Object> find(String premiseId, String kind, String from, Integer days) {
        LocalDate first = LocalDate.parse(from);
        List<Map<String, Object>> free = new ArrayList<>();
        for (int ahead = 0; ahead < (days == null ? 10 : days); ahead++) {
            LocalDate day = first.plusDays(ahead);
            if (day.getDayOfWeek() == DayOfWeek.SATURDAY || day.getDayOfWeek() == DayOfWeek.SUNDAY) {
                continue;
            }
            for (int hour : Slots.HOURS) {
                String id = Slots.id(premiseId, day, hour, kind);
                if (Desk.kept(Slots.kept(id)) == null) {
                    free.add(Desk.answer(
                            "slot_id", id, "day", day.toString(), "window", "%02d:00 to %02d:00".formatted(hour, hour + 2)));
                }
            }
        }
        return Desk.answer("premise_id", premiseId, "slots", free);
    }
}
