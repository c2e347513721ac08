package dev.once.core;

import java.util.Locale;
import java.util.Set;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/** Finds statements that begin, end or nest transactions: the first word of each statement of a text tells. */
final class TransactionWords {

    private static final Set<String> REFUSED =
            Set.of("begin", "start", "commit", "end", "rollback", "abort", "savepoint", "release");
    private static final Set<String> REFUSED_AFTER_SET = Set.of("transaction", "session");

    static void refuse(String sql) {
        new TransactionWords(sql).walk();
    }

    static InvalidDataAccessApiUsageException refused(String what) {
        return new InvalidDataAccessApiUsageException("'" + what
                + "' is not for the work: its transaction begins, commits and rolls back with the claim."
                + " Throw to undo everything; Claim.orRollBack undoes a part.");
    }

    private final String sql;
    private int at;

    private TransactionWords(String sql) {
        this.sql = sql;
    }

    private void walk() {
        while (at < sql.length()) {
            String first = word();
            if (REFUSED.contains(first)) {
                throw refused(first);
            }
            if (first.equals("set") || first.equals("prepare")) {
                String second = word();
                if (first.equals("set") ? REFUSED_AFTER_SET.contains(second) : second.equals("transaction")) {
                    throw refused(first + " " + second);
                }
            }
            skipStatement();
        }
    }

    /** The next word in lower case, or nothing where there is none. */
    private String word() {
        skipSpaceAndComments();
        int start = at;
        while (at < sql.length() && (Character.isLetterOrDigit(sql.charAt(at)) || sql.charAt(at) == '_')) {
            at++;
        }
        return sql.substring(start, at).toLowerCase(Locale.ROOT);
    }

    private void skipSpaceAndComments() {
        while (at < sql.length()) {
            if (Character.isWhitespace(sql.charAt(at)) || sql.charAt(at) == ';') {
                at++;
            } else if (!skipComment()) {
                return;
            }
        }
    }

    private void skipStatement() {
        while (at < sql.length() && sql.charAt(at) != ';') {
            if (!skipComment() && !skipQuoted()) {
                at++;
            }
        }
    }

    private boolean skipComment() {
        if (sql.startsWith("--", at)) {
            skipTo("\n", at + 2);
            return true;
        }
        if (sql.startsWith("/*", at)) {
            int depth = 0;
            do {
                if (sql.startsWith("/*", at)) {
                    depth++;
                    at += 2;
                } else if (sql.startsWith("*/", at)) {
                    depth--;
                    at += 2;
                } else {
                    at++;
                }
            } while (depth > 0 && at < sql.length());
            return true;
        }
        return false;
    }

    private boolean skipQuoted() {
        char quote = sql.charAt(at);
        if (quote == '\'' || quote == '"') {
            boolean escapes = quote == '\'' && at > 0 && (sql.charAt(at - 1) == 'E' || sql.charAt(at - 1) == 'e');
            at++;
            while (at < sql.length() && sql.charAt(at) != quote) {
                at += escapes && sql.charAt(at) == '\\' ? 2 : 1;
            }
            at++;
            return true;
        }
        if (quote == '$' && (at == 0 || !Character.isJavaIdentifierPart(sql.charAt(at - 1)))) {
            int end = at + 1;
            while (end < sql.length() && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
                end++;
            }
            if (end < sql.length() && sql.charAt(end) == '$') {
                skipTo(sql.substring(at, end + 1), end + 1);
                return true;
            }
        }
        return false;
    }

    private void skipTo(String what, int from) {
        int found = sql.indexOf(what, from);
        at = found < 0 ? sql.length() : found + what.length();
    }
}
