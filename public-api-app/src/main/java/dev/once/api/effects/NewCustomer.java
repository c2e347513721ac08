package dev.once.api.effects;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Locale;
import java.util.regex.Pattern;

/** A request for a customer, checked. */
@Schema(description = "A customer to be known.")
public record NewCustomer(
        @Schema(
                        description = "The natural key: one customer an address. Upper and lower case are the same.",
                        example = "ada@example.com",
                        minLength = 3,
                        maxLength = LONGEST,
                        pattern = EMAIL,
                        requiredMode = Schema.RequiredMode.REQUIRED)
                String email,
        @Schema(
                        example = "Ada Lovelace",
                        minLength = 1,
                        maxLength = 200,
                        pattern = TextPatterns.NOT_BLANK,
                        requiredMode = Schema.RequiredMode.REQUIRED)
                String name) {

    private static final String EMAIL = "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$";
    private static final int LONGEST = 254;
    private static final Pattern ADDRESS = Pattern.compile(EMAIL);

    public static boolean isEmail(String text) {
        return text.length() <= LONGEST && ADDRESS.matcher(text).matches();
    }

    public static String normalised(String email) {
        return email.toLowerCase(Locale.ROOT);
    }
}
