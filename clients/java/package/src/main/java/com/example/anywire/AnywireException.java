package com.example.anywire;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import okhttp3.Response;

/** What the client throws. */
public class AnywireException extends RuntimeException {
    AnywireException(String message, Throwable cause) {
        super(message, cause);
    }

    /** No reply came, or it broke off. */
    public static class Connection extends AnywireException {
        Connection(String message, Throwable cause) {
            super(message, cause);
        }

        static Connection of(IOException problem) {
            boolean isLate = problem instanceof InterruptedIOException && !Thread.currentThread().isInterrupted();
            return isLate ? new Timeout(problem) : new Connection(problem.getMessage(), problem);
        }
    }

    /** The gateway was silent for too long. */
    public static final class Timeout extends Connection {
        Timeout(Throwable cause) {
            super("nothing came in time", cause);
        }
    }

    /** A reply, or an event, is not what the contract says. What came is in {@link #body} alone: it may be secret. */
    public static final class Unreadable extends AnywireException {
        private final String body;

        Unreadable(Type type, String body) {
            super("the reply cannot be read as " + type.getTypeName().replaceAll("\\w+\\.", ""), null);
            this.body = body;
        }

        static <T> T orRead(Class<T> type, String body) {
            try {
                T value = JSON.getGson().fromJson(body, type);
                if (value != null) return value;
            } catch (JsonParseException | IllegalArgumentException | IllegalStateException problem) {
                // Not kept as the cause: its message has the text.
            }
            throw new Unreadable(type, body);
        }

        public String body() {
            return body;
        }
    }

    /** A stream said that it failed, after it had begun. */
    public static final class Stream extends AnywireException {
        private final transient JsonObject event;
        private final ErrorFacts facts;
        private final String requestId;

        Stream(JsonObject event, String requestId) {
            super(ErrorFacts.of(event).messageOr("the stream failed"), null);
            this.event = event;
            this.facts = ErrorFacts.of(event);
            this.requestId = requestId;
        }

        /** What the stream said. */
        public JsonObject event() {
            return event;
        }

        public String code() {
            return facts.code;
        }

        public String requestId() {
            return requestId;
        }
    }

    /** A reply whose status is an error. Its subclasses name the statuses that programs tell apart. */
    public static class Status extends AnywireException {
        private final ErrorReply reply;

        Status(ErrorReply reply) {
            super(reply.status + ": " + reply.facts.messageOr("the reply is an error"), null);
            this.reply = reply;
        }

        static Status of(Response response) throws IOException {
            ErrorReply reply = ErrorReply.of(response);
            switch (reply.status) {
                case 400:
                    return new BadRequest(reply);
                case 401:
                    return new Unauthorized(reply);
                case 402:
                    return new PaymentRequired(reply);
                case 403:
                    return new Forbidden(reply);
                case 404:
                    return new NotFound(reply);
                case 409:
                    return new Conflict(reply);
                case 413:
                    return new TooLarge(reply);
                case 429:
                    return new RateLimited(reply);
                default:
                    return reply.status >= 500 ? new Server(reply) : new Status(reply);
            }
        }

        public int status() {
            return reply.status;
        }

        /** The word for its kind, as rate_limit_exceeded; null where the reply has none. */
        public String code() {
            return reply.facts.code;
        }

        /** The field that is wrong; null where the reply names none. */
        public String param() {
            return reply.facts.param;
        }

        /** Names the request in the gateway's records. */
        public String requestId() {
            return reply.requestId();
        }

        /** Upper and lower case are the same in their names. */
        public Map<String, List<String>> headers() {
            return reply.headers;
        }

        /** The body as it came. */
        public String body() {
            return reply.body;
        }

        /**
         * The body in the type of the request's style, as {@link com.example.anywire.model.ChatErrorResponse} or
         * {@link com.example.anywire.model.MessagesErrorResponse}; null where the reply is not the gateway's, as a proxy's page.
         */
        public Object reply() {
            if (reply.facts.message == null) return null;
            try {
                return Unreadable.orRead(reply.type(), reply.body);
            } catch (Unreadable problem) {
                return null;
            }
        }
    }

    /** 400. */
    public static final class BadRequest extends Status {
        BadRequest(ErrorReply reply) {
            super(reply);
        }
    }

    /** 401. */
    public static final class Unauthorized extends Status {
        Unauthorized(ErrorReply reply) {
            super(reply);
        }
    }

    /** 402. */
    public static final class PaymentRequired extends Status {
        PaymentRequired(ErrorReply reply) {
            super(reply);
        }
    }

    /** 403. */
    public static final class Forbidden extends Status {
        Forbidden(ErrorReply reply) {
            super(reply);
        }
    }

    /** 404. */
    public static final class NotFound extends Status {
        NotFound(ErrorReply reply) {
            super(reply);
        }
    }

    /** 409. */
    public static final class Conflict extends Status {
        Conflict(ErrorReply reply) {
            super(reply);
        }
    }

    /** 413. */
    public static final class TooLarge extends Status {
        TooLarge(ErrorReply reply) {
            super(reply);
        }
    }

    /** 429. */
    public static final class RateLimited extends Status {
        RateLimited(ErrorReply reply) {
            super(reply);
        }
    }

    /** Any status from 500. */
    public static final class Server extends Status {
        Server(ErrorReply reply) {
            super(reply);
        }
    }
}
