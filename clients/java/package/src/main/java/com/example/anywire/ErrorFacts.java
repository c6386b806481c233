package com.example.anywire;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.Serializable;

/** The same facts out of each style's error, of a reply or of a stream's event; null where it does not tell. */
final class ErrorFacts implements Serializable {
    final String message;
    final String code;
    final String param;
    final String requestId;
    final boolean isProblem;
    final boolean isMessages;

    private ErrorFacts(JsonObject body, JsonObject error) {
        String detail = text(error, "detail");
        String message = text(error, "message");
        this.message = message == null ? detail : message;
        this.param = text(error, "param");
        this.requestId = text(body, "request_id");
        this.isProblem = detail != null;
        this.isMessages = "error".equals(text(body, "type"));
        // Generate content has its status as a number in code and the word in status; messages has the word in type.
        String word = text(error, "code");
        if (word == null) word = text(error, "status");
        this.code = word == null ? text(error, "type") : word;
    }

    static ErrorFacts of(JsonObject body) {
        if (body.has("response") && body.get("response").isJsonObject()) return of(body.getAsJsonObject("response"));
        return new ErrorFacts(body, hasError(body) ? body.getAsJsonObject("error") : body);
    }

    static boolean hasError(JsonObject body) {
        return body.has("error") && body.get("error").isJsonObject();
    }

    /** Empty where the text is no object. */
    static JsonObject parsed(String text) {
        try {
            JsonElement element = JsonParser.parseString(text);
            return element.isJsonObject() ? element.getAsJsonObject() : new JsonObject();
        } catch (JsonParseException problem) {
            return new JsonObject();
        }
    }

    String messageOr(String other) {
        return message == null ? other : message;
    }

    /** Null where the member is no text. */
    static String text(JsonObject members, String name) {
        JsonElement value = members.get(name);
        boolean isText = value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isString();
        return isText ? value.getAsString() : null;
    }
}
