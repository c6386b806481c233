package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"strings"

	"example.com/anywire"
)

func main() {
	if err := stream(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func stream(ctx context.Context) error {
	// snippet: stream
	client, err := anywire.NewClient("http://127.0.0.1:8787", anywire.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("authorization", "Bearer sk-your-token")
			return nil
		}))
	if err != nil {
		return err
	}
	reply, err := client.CreateChatCompletionWithBody(ctx, nil, "application/json", strings.NewReader(
		`{"model": "chat", "stream": true, "messages": [{"role": "user", "content": "Say hello."}]}`))
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return fmt.Errorf("the gateway refused: %s", reply.Status)
	}
	lines := bufio.NewScanner(reply.Body)
	for lines.Scan() {
		data, found := strings.CutPrefix(lines.Text(), "data: ")
		if !found || data == "[DONE]" {
			continue
		}
		var chunk anywire.ChatCompletionChunk
		if err := json.Unmarshal([]byte(data), &chunk); err != nil {
			return err
		}
		for _, choice := range chunk.Choices {
			if choice.Delta != nil && choice.Delta.Content != nil {
				text, _ := choice.Delta.Content.AsChatDeltaContent0()
				fmt.Print(text)
			}
		}
	}
	return lines.Err()
	// end
}
