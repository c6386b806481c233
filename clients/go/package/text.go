package anywire

import "strings"

// HasText is a reply, or an event of its stream.
type HasText interface {
	*ChatCompletion | *ChatCompletionChunk | *Completion | *CompletionChunk | *MessagesMessage | *MessagesStreamEvent |
		*ResponsesResponse | *ResponsesStreamEvent | *GeminiGenerateContentResponse
}

// TextOf is the answer's text in a reply, or what an event adds to it; empty where there is none. Of several choices, the first.
func TextOf[T HasText](value T) string {
	return textOf(value)
}

func textOf(value any) string {
	var text strings.Builder
	switch value := value.(type) {
	case *ChatCompletion:
		for _, choice := range value.Choices {
			if choice.Index == 0 {
				message := choice.GetMessage()
				content := message.GetContent()
				writeChat(&text, content.String, content.ArrayOfChatReplyContentPart)
			}
		}
	case *ChatCompletionChunk:
		for _, choice := range value.Choices {
			if choice.Index == 0 {
				delta := choice.GetDelta()
				content := delta.GetContent()
				writeChat(&text, content.String, content.ArrayOfChatReplyContentPart)
			}
		}
	case *Completion:
		for _, choice := range value.Choices {
			if choice.GetIndex() == 0 {
				text.WriteString(choice.GetText())
			}
		}
	case *CompletionChunk:
		for _, choice := range value.Choices {
			if choice.GetIndex() == 0 {
				text.WriteString(choice.GetText())
			}
		}
	case *MessagesMessage:
		for _, block := range value.Content {
			if block.MessagesReplyText != nil {
				text.WriteString(block.MessagesReplyText.Text)
			}
		}
	case *MessagesStreamEvent:
		if event := value.MessagesContentBlockDelta; event != nil && event.Delta.MessagesTextDelta != nil {
			return event.Delta.MessagesTextDelta.Text
		}
	case *ResponsesResponse:
		for _, item := range value.Output {
			if item.ResponsesOutputMessage == nil {
				continue
			}
			for _, part := range item.ResponsesOutputMessage.Content {
				if part.ResponsesOutputText != nil {
					text.WriteString(part.ResponsesOutputText.Text)
				}
			}
		}
	case *ResponsesStreamEvent:
		if value.ResponsesTextDeltaEvent != nil {
			return value.ResponsesTextDeltaEvent.Delta
		}
	case *GeminiGenerateContentResponse:
		if len(value.Candidates) > 0 && value.Candidates[0].Content != nil {
			for _, part := range value.Candidates[0].Content.Parts {
				if !part.GetThought() {
					text.WriteString(part.GetText())
				}
			}
		}
	}
	return text.String()
}

func writeChat(text *strings.Builder, whole *string, parts *[]ChatReplyContentPart) {
	if whole != nil {
		text.WriteString(*whole)
	}
	if parts == nil {
		return
	}
	for _, part := range *parts {
		if part.ChatContentPartText != nil {
			text.WriteString(part.ChatContentPartText.Text)
		}
	}
}
