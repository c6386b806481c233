package com.example.anywire;

import java.io.IOException;
import java.util.Map;
import okhttp3.Call;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Sends requests and reads their replies. */
final class Transport {
    private static final MediaType JSON_TYPE = MediaType.get("application/json");

    private final String baseUrl;
    private final Headers headers;
    private final OkHttpClient http;

    private Transport(String baseUrl, Headers headers, OkHttpClient http) {
        this.baseUrl = baseUrl;
        this.headers = headers;
        this.http = http;
    }

    static Transport of(String baseUrl, String token, Options options) {
        String address = HttpUrl.get(baseUrl).toString().replaceAll("/+$", "");
        Headers headers = token == null ? Headers.of(Map.of()) : Headers.of("Authorization", "Bearer " + token);
        OkHttpClient http = options.httpClient.newBuilder()
            .readTimeout(options.timeout)
            .writeTimeout(options.timeout)
            .addInterceptor(new RetryInterceptor(options.retries))
            .build();
        return new Transport(address, headers, http);
    }

    Transport withHeader(String name, String value) {
        return new Transport(baseUrl, headers.newBuilder().set(name, value).build(), http);
    }

    ApiClient apiClient() {
        ApiClient client = new GeneratedClient(http);
        client.setBasePath(baseUrl);
        headers.forEach(header -> client.addDefaultHeader(header.getFirst(), header.getSecond()));
        return client;
    }

    /** @param body null for a GET */
    <T> T read(Class<T> type, String path, String body) {
        try (Response response = open(call(path, body))) {
            return AnywireException.Unreadable.orRead(type, response.body().string());
        } catch (IOException problem) {
            throw AnywireException.Connection.of(problem);
        }
    }

    <T> EventStream<T> stream(StreamRules<T> rules, String path, String body) {
        Call call = call(path, body);
        return new EventStream<>(call, open(call), rules);
    }

    private Call call(String path, String body) {
        Request.Builder request = new Request.Builder().url(baseUrl + path).headers(headers);
        if (body != null) request.post(RequestBody.create(body, JSON_TYPE));
        if (path.startsWith("/v1/messages")) request.header("anthropic-version", "2023-06-01");
        return http.newCall(request.build());
    }

    /** The reply with its body unread; one with an error status is thrown. */
    private static Response open(Call call) {
        try {
            Response response = call.execute();
            if (response.isSuccessful()) return response;
            try (response) {
                throw AnywireException.Status.of(response);
            }
        } catch (IOException problem) {
            throw AnywireException.Connection.of(problem);
        }
    }
}
