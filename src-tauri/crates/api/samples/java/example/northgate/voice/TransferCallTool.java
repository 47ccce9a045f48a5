package example.northgate.voice;

import example.northgate.Desk;
import example.northgate.Tool;
import java.util.Map;

/** Hands a call to another desk. There is no telephone behind it: the handover is numbered and kept. */
public final class TransferCallTool {
    @Tool
    public Map<String, Object> transfer(String destination, String summary, Boolean stayOn) {
        int number = 1;
        while (!Desk.keepOnce("call " + number, destination + "\n" + summary)) {
            number++;
        }
        return Desk.answer(
                "call", number,
                "destination", destination,
                "answered_after_s", 3 + Desk.numberOf(destination, 9),
                "stays_on", stayOn == null || stayOn,
                "first_words", summary);
    }
}
