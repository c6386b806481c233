import { chatCompletionsBody } from '../requests/chat-completions.js'
import { ChatCompletionsReader } from '../streams/chat-completions.js'
import type { WireStyle } from './wire-style.js'

export const chatCompletions: WireStyle = { body: chatCompletionsBody, reader: () => new ChatCompletionsReader() }
