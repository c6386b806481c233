package com.example.anywire;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.concurrent.ThreadLocalRandom;
import okhttp3.Interceptor;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Sends a request again after a failed connection and after statuses that may pass. */
final class RetryInterceptor implements Interceptor {
    private static final long FIRST_PAUSE = 500;
    private static final long LONGEST_PAUSE = 8_000;
    /** A client that has to wait for longer is told so instead. */
    private static final long LONGEST_RETRY_AFTER = 60_000;

    private final int retries;

    RetryInterceptor(int retries) {
        this.retries = retries;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        RequestBody body = chain.request().body();
        boolean isRepeatable = body == null || !body.isOneShot();
        for (int tries = 1; ; tries += 1) {
            boolean isLast = tries > retries || !isRepeatable;
            long pause = growing(tries);
            try {
                Response response = chain.proceed(chain.request());
                Long asked = retryAfter(response);
                if (isLast || !mayPass(response, asked) || (asked != null && asked > LONGEST_RETRY_AFTER)) return response;
                response.close();
                if (asked != null) pause = asked;
            } catch (IOException problem) {
                if (isLast || chain.call().isCanceled() || Thread.currentThread().isInterrupted()) throw problem;
            }
            sleep(pause);
        }
    }

    private static boolean mayPass(Response response, Long asked) throws IOException {
        switch (response.code()) {
            case 408:
                return true;
            case 409:
                // The same Idempotency-Key is being answered; other conflicts stay, and have no Retry-After.
                return asked != null;
            case 429:
                return !"insufficient_quota".equals(ErrorReply.of(response).facts.code);
            default:
                return response.code() >= 500;
        }
    }

    private static long growing(int tries) {
        long pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(tries - 1, 10));
        return (long) (pause * ThreadLocalRandom.current().nextDouble(0.5, 1));
    }

    /** Milliseconds, or null. */
    private static Long retryAfter(Response response) {
        Long milliseconds = number(response.header("retry-after-ms"), 1);
        if (milliseconds != null) return milliseconds;
        String written = response.header("Retry-After");
        Long seconds = number(written, 1000);
        if (seconds != null || written == null) return seconds;
        try {
            Instant date = ZonedDateTime.parse(written, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return Math.max(0, Duration.between(Instant.now(), date).toMillis());
        } catch (DateTimeParseException problem) {
            return null;
        }
    }

    private static Long number(String text, int unit) {
        try {
            double number = text == null ? -1 : Double.parseDouble(text);
            return number >= 0 ? (Long) (long) (number * unit) : null;
        } catch (NumberFormatException problem) {
            return null;
        }
    }

    private static void sleep(long milliseconds) throws IOException {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }
}
