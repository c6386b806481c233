package com.example.anywire;

import com.google.gson.JsonParseException;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import okhttp3.ResponseBody;

/** Sends the requests of generated operations; its exceptions are those of the rest of the package. */
final class GeneratedClient extends ApiClient {
    GeneratedClient(OkHttpClient http) {
        super(http);
    }

    @Override
    public <T> ApiResponse<T> execute(Call call, Type type) {
        try {
            return super.execute(call, type);
        } catch (ApiException problem) {
            if (problem.getCause() instanceof IOException) throw AnywireException.Connection.of((IOException) problem.getCause());
            throw problem;
        }
    }

    @Override
    public <T> T handleResponse(Response response, Type type) {
        try (response) {
            if (!response.isSuccessful()) throw AnywireException.Status.of(response);
            return type == null || type == File.class ? super.handleResponse(response, type) : read(response, type);
        } catch (IOException problem) {
            throw AnywireException.Connection.of(problem);
        }
    }

    /** Reads the whole body first: a connection that breaks off is no fault of the text. */
    private <T> T read(Response response, Type type) throws IOException {
        ResponseBody body = response.body();
        byte[] bytes = body.bytes();
        try {
            return super.handleResponse(response.newBuilder().body(ResponseBody.create(bytes, body.contentType())).build(), type);
        } catch (ApiException | JsonParseException | IllegalArgumentException | IllegalStateException problem) {
            throw new AnywireException.Unreadable(type, new String(bytes, StandardCharsets.UTF_8));
        }
    }
}
