package example.northgate.metering;

import example.northgate.Desk;
import example.northgate.Tool;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Readings of a meter, made up of its serial number: the same meter always has the same past. */
public final class MeterHistoryTool {
    private static final LocalDate LAST = LocalDate.of(2026, 1, 12);

    @Tool
    public Map<String, Object> history(String meterSerial, Integer periods) {
        int count = periods == null ? 26 : periods;
        int reading = 20_000 + Desk.numberOf(meterSerial, 30_000);
        List<Map<String, Object>> readings = new ArrayList<>();
        for (int period = 0; period < count; period++) {
            int usage = 180 + Desk.numberOf(meterSerial + period, 240);
            readings.add(Desk.answer(
                    "date", LAST.minusMonths(period).toString(), "reading", reading, "usage", usage, "kind", kind(period)));
            reading -= usage;
        }
        return Desk.answer("meter_serial", meterSerial, "readings", readings);
    }

    private static String kind(int period) {
        return switch (period % 6) {
            case 0 -> "actual";
            case 1, 2 -> "estimated";
            case 3 -> "customer";
            default -> "remote";
        };
    }
}
