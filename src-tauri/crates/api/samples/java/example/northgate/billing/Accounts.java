package example.northgate.billing;

import example.northgate.Desk;

/** What an account owes, made up of its number. */
final class Accounts {
    private Accounts() {}

    static void check(String account) {
        if (!Desk.ACCOUNTS.contains(account)) {
            throw new IllegalArgumentException("The caller is not verified for the account " + account
                    + ". Find the account with lookup_premise first.");
        }
    }

    static long arrearsInCents(String account) {
        return 12_000 + Desk.numberOf(account, 30_000);
    }

    static double dollars(long cents) {
        return cents / 100.0;
    }

    /** An account's plan among what the desk keeps. */
    static String plan(String account) {
        return "plan " + account;
    }
}
