package example.northgate.billing;

import example.northgate.Desk;
import example.northgate.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Keeps a plan, if it pays all that is owed and the account has none yet. */
public final class CreatePaymentPlanTool {
    @Tool
    public Map<String, Object> create(String account, double downPayment, List<Map<String, Object>> instalments) {
        Accounts.check(account);
        long down = Math.round(downPayment * 100);
        long planned = down;
        List<String> lines = new ArrayList<>(List.of(Long.toString(down)));
        for (Map<String, Object> instalment : instalments) {
            long amount = Math.round(((Number) instalment.get("amount")).doubleValue() * 100);
            planned += amount;
            lines.add(instalment.get("due") + ": " + Accounts.dollars(amount));
        }
        long owed = Accounts.arrearsInCents(account);
        if (planned < owed) {
            throw new IllegalArgumentException("The plan pays " + Accounts.dollars(planned) + " of "
                    + Accounts.dollars(owed) + " dollars. Add what is missing.");
        }
        if (!Desk.keepOnce(Accounts.plan(account), String.join("\n", lines))) {
            throw new IllegalStateException("The account " + account + " has a payment plan already.");
        }
        return Desk.answer(
                "account", account,
                "paid_today", Accounts.dollars(down),
                "instalments", lines.subList(1, lines.size()),
                "shut_off", "suspended");
    }
}
