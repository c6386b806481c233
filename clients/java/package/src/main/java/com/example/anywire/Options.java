package com.example.anywire;

import java.time.Duration;
import okhttp3.OkHttpClient;

/** Settings of a client: {@code new Options().retries(0).timeout(Duration.ofMinutes(1))}. */
public final class Options {
    int retries = 2;
    Duration timeout = Duration.ofMinutes(10);
    OkHttpClient httpClient = new OkHttpClient();

    /** How often a request is sent again after it failed; 2 by default. Nothing is sent again once a stream has begun. */
    public Options retries(int retries) {
        this.retries = retries;
        return this;
    }

    /** The longest silence of the gateway, until the reply is there or until a stream's next piece; ten minutes by default. */
    public Options timeout(Duration timeout) {
        this.timeout = timeout;
        return this;
    }

    /** Its connections, proxies and interceptors are used; {@link #timeout(Duration)} replaces its read and write timeouts. */
    public Options httpClient(OkHttpClient httpClient) {
        this.httpClient = httpClient;
        return this;
    }
}
