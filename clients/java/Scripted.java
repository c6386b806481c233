// Retries, streams and errors of the client, against a server that misbehaves as its address says.

import com.example.anywire.Anywire;
import com.example.anywire.AnywireException;
import com.example.anywire.EventStream;
import com.example.anywire.Options;
import com.example.anywire.Text;
import com.example.anywire.api.ChatCompletionsApi;
import com.example.anywire.model.*;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

public class Scripted {
    static final String GREETING = "Grüße 👋";
    static final String TOKEN = "sk-test";
    static final HttpClient http = HttpClient.newHttpClient();

    /** A server that misbehaves in one way, and what it has seen. */
    record Scenario(String address) {
        static Scenario of(String name) {
            return new Scenario(System.getenv("ANYWIRE_SCRIPTED") + "/" + name + "/java-" + UUID.randomUUID());
        }

        Anywire client() {
            return client(new Options());
        }

        Anywire client(Options options) {
            return new Anywire(address, TOKEN, options);
        }

        JsonObject visit() throws Exception {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/visit")).build();
            return JsonParser.parseString(http.send(request, BodyHandlers.ofString()).body()).getAsJsonObject();
        }

        void sent(int times) throws Exception {
            Report.same(visit().getAsJsonArray("requests").size(), times);
        }

        void waited(int milliseconds) throws Exception {
            sent(2);
            List<Long> times = visit().getAsJsonArray("requests").asList().stream().map(time -> time.getAsLong()).toList();
            if (times.get(1) - times.get(0) < milliseconds) throw new AssertionError("requests came at " + times);
        }

        void isClosed() throws Exception {
            for (int tries = 0; tries < 100; tries += 1) {
                if (visit().get("closed").getAsBoolean()) return;
                Thread.sleep(20);
            }
            throw new AssertionError("the connection is open");
        }
    }

    /** The calls of a style. */
    record Style(Function<Anywire, Object> plain, Function<Anywire, EventStream<?>> stream, Class<?> error) {}

    static final Map<String, Style> styles = Map.of(
        "chat", new Style(it -> it.chatCompletion(chat()), it -> it.streamChatCompletion(chat()), ChatErrorResponse.class),
        "messages", new Style(it -> it.message(message()), it -> it.streamMessage(message()), MessagesErrorResponse.class),
        "completions", new Style(it -> it.completion(prompt()), it -> it.streamCompletion(prompt()), MediaErrorReply.class),
        "responses", new Style(it -> it.response(response()), it -> it.streamResponse(response()), ResponsesErrorReply.class),
        "content", new Style(it -> it.content("up", contents()), it -> it.streamContent("up", contents()), GeminiErrorReply.class));

    static ChatCompletionRequest chat() {
        ChatUserMessage message = new ChatUserMessage().role(ChatUserMessage.RoleEnum.USER).content(new ChatUserContent("Hi"));
        return new ChatCompletionRequest().model("up").addMessagesItem(new ChatMessage(message));
    }

    static MessagesRequest message() {
        MessagesTurn turn = new MessagesTurn().role(MessagesRole.USER).content(new MessagesTurnContent("Hi"));
        return new MessagesRequest().model("up").maxTokens(20L).addMessagesItem(turn);
    }

    static CompletionRequest prompt() {
        return new CompletionRequest().model("up").prompt(new CompletionPrompt("Hi"));
    }

    static ResponsesCreateRequest response() {
        return new ResponsesCreateRequest().model("up").input(new ResponsesInput("Hi"));
    }

    static GeminiGenerateContentRequest contents() {
        GeminiContent content = new GeminiContent().role(GeminiRole.USER).addPartsItem(new GeminiPart().text("Hi"));
        return new GeminiGenerateContentRequest().addContentsItem(content);
    }

    static void retriesAfterTheTimeAskedFor() throws Exception {
        Scenario busy = Scenario.of("busy");
        Report.same(Text.of(busy.client().chatCompletion(chat())), GREETING);
        busy.waited(290);
        Scenario second = Scenario.of("busy-a-second");
        Report.same(Text.of(second.client().message(message())), GREETING);
        second.waited(990);
    }

    static void retriesBeforeAStream() {
        Report.same(Scenario.of("busy").client().streamChatCompletion(chat()).text(), GREETING);
    }

    static void retriesGeneratedOperations() throws Exception {
        Scenario server = Scenario.of("busy");
        new ChatCompletionsApi(server.client().apiClient()).createChatCompletion(chat()).execute();
        server.waited(290);
    }

    static void retriesConnections() throws Exception {
        Scenario server = Scenario.of("dropped");
        server.client().chatCompletion(chat());
        server.sent(2);
    }

    static void givesUp() throws Exception {
        for (int retries : new int[] {2, 0}) {
            Scenario server = Scenario.of("down");
            thrown(AnywireException.Server.class, () -> server.client(new Options().retries(retries)).chatCompletion(chat()));
            server.sent(retries + 1);
        }
    }

    static void doesNotRetryInVain() throws Exception {
        Map<String, Class<? extends AnywireException.Status>> kinds = Map.of(
            "busy-for-an-hour", AnywireException.RateLimited.class,
            "quota-spent", AnywireException.RateLimited.class,
            "refused", AnywireException.BadRequest.class);
        for (var kind : kinds.entrySet()) {
            Scenario server = Scenario.of(kind.getKey());
            thrown(kind.getValue(), () -> server.client().chatCompletion(chat()));
            server.sent(1);
        }
    }

    static void describesErrors() {
        for (Style style : styles.values()) {
            var failure = thrown(AnywireException.BadRequest.class, () -> style.plain.apply(Scenario.of("refused").client()));
            Report.same(
                List.of(failure.status(), failure.code(), failure.getMessage(), failure.requestId(), failure.reply().getClass()),
                List.of(400, "invalid_request", "400: Scripted: invalid_request.", "req_scripted", style.error));
        }
        var models = thrown(AnywireException.BadRequest.class, () -> Scenario.of("refused").client().models());
        Report.same(models.reply().getClass(), ModelsOpenAIErrorResponse.class);
        var page = thrown(AnywireException.Server.class, () -> Scenario.of("page").client().chatCompletion(chat()));
        Report.same(page.reply(), null);
        Report.same(page.body(), "<h1>Bad gateway</h1>");
    }

    static void eachStatusHasItsType() {
        Map<Integer, Class<? extends AnywireException.Status>> kinds = Map.ofEntries(
            Map.entry(400, AnywireException.BadRequest.class),
            Map.entry(401, AnywireException.Unauthorized.class),
            Map.entry(402, AnywireException.PaymentRequired.class),
            Map.entry(403, AnywireException.Forbidden.class),
            Map.entry(404, AnywireException.NotFound.class),
            Map.entry(409, AnywireException.Conflict.class),
            Map.entry(413, AnywireException.TooLarge.class),
            Map.entry(418, AnywireException.Status.class),
            Map.entry(429, AnywireException.RateLimited.class),
            Map.entry(500, AnywireException.Server.class),
            Map.entry(503, AnywireException.Server.class));
        kinds.forEach((status, kind) -> {
            Anywire client = Scenario.of("status-" + status).client(new Options().retries(0));
            var failure = thrown(AnywireException.Status.class, () -> client.chatCompletion(chat()));
            Report.same(List.of(failure.status(), failure.getClass()), List.of(status, kind));
        });
    }

    static void describesErrorsOfGeneratedOperations() {
        var operations = new ChatCompletionsApi(Scenario.of("refused").client().apiClient());
        var failure = thrown(AnywireException.BadRequest.class, () -> operations.createChatCompletion(chat()).execute());
        Report.same(List.of(failure.code(), failure.reply().getClass()), List.of("invalid_request", ChatErrorResponse.class));
        var silent = new ChatCompletionsApi(Scenario.of("silent").client(hasty()).apiClient());
        thrown(AnywireException.Timeout.class, () -> silent.createChatCompletion(chat()).execute());
    }

    static void refusesStrangeReplies() {
        var strange = new AnywireException[] {
            thrown(AnywireException.Unreadable.class, () -> Scenario.of("strange").client().chatCompletion(chat())),
            thrown(AnywireException.Unreadable.class, () -> Scenario.of("garbled").client().chatCompletion(chat())),
            thrown(AnywireException.Unreadable.class, () -> new ChatCompletionsApi(Scenario.of("garbled").client().apiClient())
                .createChatCompletion(chat()).execute()),
            thrown(AnywireException.Unreadable.class, () -> new ChatCompletionsApi(Scenario.of("strange").client().apiClient())
                .createChatCompletion(chat()).execute()),
        };
        thrown(AnywireException.Unreadable.class, () -> Scenario.of("garbled-event").client().streamChatCompletion(chat()).text());
        for (AnywireException failure : strange) {
            Report.same(failure.getMessage(), "the reply cannot be read as ChatCompletion");
            Report.same(printed(failure).contains("sk-reply"), false);
        }
    }

    static void readsEventsAsTheyCome() throws Exception {
        for (Style style : styles.values()) {
            Scenario server = Scenario.of("held");
            try (EventStream<?> stream = style.stream.apply(server.client(new Options().timeout(Duration.ofSeconds(5))))) {
                stream.next();
                server.sent(1);
                String rest = stream.text();
                Report.same(!rest.isEmpty() && GREETING.endsWith(rest), true);
            }
        }
    }

    static void readsAwkwardStreams() throws Exception {
        for (Style style : styles.values()) {
            Scenario server = Scenario.of("awkward");
            Report.same(style.stream.apply(server.client()).text(), GREETING);
            server.sent(1);
        }
    }

    static void cutStreamsFail() throws Exception {
        for (String name : List.of("cut", "short"))
            for (var style : styles.entrySet()) {
                Scenario server = Scenario.of(name);
                EventStream<?> stream = style.getValue().stream.apply(server.client());
                if (name.equals("short") && style.getKey().equals("content")) stream.text();
                else thrown(AnywireException.Connection.class, stream::text);
                server.sent(1);
            }
    }

    static void errorEventsAreThrown() throws Exception {
        for (Style style : styles.values()) {
            Scenario server = Scenario.of("broken");
            var failure = thrown(AnywireException.Stream.class, () -> style.stream.apply(server.client()).text());
            Report.same(List.of(failure.code(), failure.requestId()), List.of("server_error", "req_scripted"));
            Report.same(failure.getMessage().equals("the stream failed"), false);
            server.sent(1);
        }
    }

    static void leavingALoopClosesTheConnection() throws Exception {
        for (Style style : styles.values()) {
            Scenario server = Scenario.of("endless");
            try (EventStream<?> stream = style.stream.apply(server.client())) {
                for (Object event : stream) if (event != null) break;
            }
            server.isClosed();
        }
    }

    static void closingEndsAWaitingLoop() throws Exception {
        Scenario server = Scenario.of("stalled");
        EventStream<?> stream = server.client().streamChatCompletion(chat());
        stream.next();
        Thread closer = new Thread(() -> {
            pause(100);
            stream.close();
        });
        closer.start();
        thrown(AnywireException.Connection.class, stream::hasNext);
        closer.join();
        server.isClosed();
        thrown(AnywireException.Connection.class, stream::hasNext);
    }

    static void silenceTimesOut() throws Exception {
        for (String name : List.of("silent", "stalled")) {
            Scenario server = Scenario.of(name);
            thrown(AnywireException.Timeout.class, () -> server.client(hasty()).streamChatCompletion(chat()).text());
            server.sent(1);
        }
    }

    static void interruptsEndPauses() throws Exception {
        Scenario server = Scenario.of("busy-a-second");
        Thread caller = Thread.currentThread();
        new Thread(() -> {
            pause(200);
            caller.interrupt();
        }).start();
        var failure = thrown(AnywireException.Connection.class, () -> server.client().chatCompletion(chat()));
        Report.same(Thread.interrupted(), true);
        Report.same(failure.getMessage(), "interrupted");
        server.sent(1);
    }

    static void sendsHeaders() throws Exception {
        Scenario server = Scenario.of("headers");
        Anywire anywire = server.client().withHeader("Idempotency-Key", "once");
        anywire.chatCompletion(chat());
        new ChatCompletionsApi(anywire.apiClient()).createChatCompletion(chat()).execute();
        for (var headers : server.visit().getAsJsonArray("headers")) {
            Report.same(headers.getAsJsonObject().get("idempotency-key").getAsString(), "once");
            Report.same(headers.getAsJsonObject().get("authorization").getAsString(), "Bearer " + TOKEN);
        }
    }

    static void errorsTellNoSecrets() {
        for (String name : List.of("refused", "page", "dropped", "cut", "broken", "silent")) {
            var failure = thrown(
                AnywireException.class, () -> Scenario.of(name).client(hasty()).streamMessage(message()).text());
            Report.same(printed(failure).contains(TOKEN), false);
        }
        var failure = thrown(IllegalArgumentException.class, () -> new Anywire("http://127.0.0.1", TOKEN + "\n" + TOKEN));
        Report.same(printed(failure).contains(TOKEN), false);
    }

    static Options hasty() {
        return new Options().retries(0).timeout(Duration.ofMillis(150));
    }

    static String printed(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    static void pause(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException problem) {
            throw new AssertionError(problem);
        }
    }

    static <T extends Exception> T thrown(Class<T> kind, Report.Check call) {
        try {
            call.run();
        } catch (Exception failure) {
            if (kind.isInstance(failure)) return kind.cast(failure);
            throw new AssertionError(failure + " is no " + kind.getSimpleName(), failure);
        }
        throw new AssertionError("no " + kind.getSimpleName());
    }

    public static void main(String[] arguments) {
        Map<String, Report.Check> checks = new LinkedHashMap<>();
        checks.put("retries after the time asked for", Scripted::retriesAfterTheTimeAskedFor);
        checks.put("retries before a stream", Scripted::retriesBeforeAStream);
        checks.put("retries generated operations", Scripted::retriesGeneratedOperations);
        checks.put("retries connections", Scripted::retriesConnections);
        checks.put("gives up", Scripted::givesUp);
        checks.put("does not retry in vain", Scripted::doesNotRetryInVain);
        checks.put("describes errors", Scripted::describesErrors);
        checks.put("each status has its type", Scripted::eachStatusHasItsType);
        checks.put("describes errors of generated operations", Scripted::describesErrorsOfGeneratedOperations);
        checks.put("refuses strange replies", Scripted::refusesStrangeReplies);
        checks.put("reads events as they come", Scripted::readsEventsAsTheyCome);
        checks.put("reads awkward streams", Scripted::readsAwkwardStreams);
        checks.put("cut streams fail", Scripted::cutStreamsFail);
        checks.put("error events are thrown", Scripted::errorEventsAreThrown);
        checks.put("leaving a loop closes the connection", Scripted::leavingALoopClosesTheConnection);
        checks.put("closing ends a waiting loop", Scripted::closingEndsAWaitingLoop);
        checks.put("silence times out", Scripted::silenceTimesOut);
        checks.put("interrupts end pauses", Scripted::interruptsEndPauses);
        checks.put("sends headers", Scripted::sendsHeaders);
        checks.put("errors tell no secrets", Scripted::errorsTellNoSecrets);
        Report.of(checks);
    }
}
