package example.northgate.billing;

import example.northgate.Desk;
import example.northgate.Tool;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What an account owes, with its last bills and its payment plan, where it has one. */
public final class GetBalanceTool {
    private static final LocalDate LAST = LocalDate.of(2026, 1, 5);

    @Tool
    public Map<String, Object> balance(String account, Integer includeBills) {
        Accounts.check(account);
        String plan = Desk.kept(Accounts.plan(account));
        long arrears = Accounts.arrearsInCents(account);
        long paid = plan == null ? 0 : Long.parseLong(plan.lines().findFirst().orElse("0"));
        List<Map<String, Object>> bills = new ArrayList<>();
        for (int back = 0; back < (includeBills == null ? 3 : includeBills); back++) {
            long amount = 6_000 + Desk.numberOf(account + back, 7_000);
            bills.add(Desk.answer("date", LAST.minusMonths(back).toString(), "amount", Accounts.dollars(amount)));
        }
        return Desk.answer(
                "account", account,
                "balance", Accounts.dollars(arrears - paid),
                "arrears", plan == null ? Accounts.dollars(arrears) : 0,
                "shut_off", plan == null ? LAST.plusDays(40).toString() : "suspended",
                "payment_plan", plan == null ? List.of() : plan.lines().skip(1).toList(),
                "bills", bills);
    }
}
