package com.example.anywire;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import okhttp3.Call;
import okhttp3.Response;
import okio.BufferedSource;

/**
 * The events of a streamed reply, for one loop. Throws {@link AnywireException.Stream} where the stream says that it failed, and
 * {@link AnywireException.Connection} where it ends too early. Close it, from any thread:
 * {@code try (EventStream<…> stream = …) { for (… event : stream) … }}.
 */
public final class EventStream<T> implements Iterable<T>, Iterator<T>, AutoCloseable {
    /** Bytes of one event: pictures come as text. */
    private static final long LONGEST_EVENT = 64L << 20;

    private final Call call;
    private final Response response;
    private final BufferedSource source;
    private final StreamRules<T> rules;
    private T next;
    private boolean hasEnded;
    private volatile boolean isClosed;

    EventStream(Call call, Response response, StreamRules<T> rules) {
        this.call = call;
        this.response = response;
        this.source = response.body().source();
        this.rules = rules;
    }

    @Override
    public Iterator<T> iterator() {
        return this;
    }

    @Override
    public synchronized boolean hasNext() {
        if (isClosed && !hasEnded) throw new AnywireException.Connection("the stream is closed", null);
        try {
            while (next == null && !isClosed) {
                String data = data();
                if (data == null) end(null);
                else next = read(data);
            }
        } catch (IOException problem) {
            end(problem);
        }
        return next != null;
    }

    @Override
    public synchronized T next() {
        if (!hasNext()) throw new NoSuchElementException();
        T event = next;
        next = null;
        return event;
    }

    /** The rest of the stream as text. The stream is closed. */
    public String text() {
        StringBuilder text = new StringBuilder();
        try (this) {
            for (T event : this) text.append(rules.text.apply(event));
        }
        return text.toString();
    }

    /** Names the request in the gateway's records. */
    public String requestId() {
        return response.header("x-request-id");
    }

    /** Ends a stream that is not read to its end. */
    @Override
    public void close() {
        isClosed = true;
        // Wakes the thread that waits for an event.
        call.cancel();
        synchronized (this) {
            response.close();
        }
    }

    /** What follows the last event is of no interest. */
    private void end(IOException problem) {
        boolean isWhole = hasEnded || (problem == null && !rules.haveLast());
        close();
        hasEnded = isWhole;
        if (isWhole) return;
        if (problem != null) throw AnywireException.Connection.of(problem);
        throw new AnywireException.Connection("the stream ended before its last event", null);
    }

    /** Null for a mark that is no event. */
    private T read(String data) {
        if (data.equals(StreamRules.DONE)) {
            hasEnded |= rules.isLast(data);
            return null;
        }
        JsonObject event = ErrorFacts.parsed(data);
        if (rules.isFailed(event)) {
            close();
            throw new AnywireException.Stream(event, requestId());
        }
        hasEnded |= rules.isLast(ErrorFacts.text(event, "type"));
        return AnywireException.Unreadable.orRead(rules.type, data);
    }

    /** That of the next event; null at the end. */
    private String data() throws IOException {
        StringBuilder data = null;
        for (String line = line(); line != null; line = line()) {
            if (line.isEmpty() && data != null) return data.toString();
            if (!line.startsWith("data:")) continue;
            if (data == null) data = new StringBuilder();
            else data.append('\n');
            data.append(line, line.startsWith("data: ") ? 6 : 5, line.length());
            if (data.length() > LONGEST_EVENT) throw new IOException("an event of the stream is too long");
        }
        return null;
    }

    private String line() throws IOException {
        long end = source.indexOf((byte) '\n', 0, LONGEST_EVENT);
        if (end == -1 && source.request(LONGEST_EVENT)) throw new IOException("a line of the stream is too long");
        return end == -1 ? null : source.readUtf8Line();
    }
}
