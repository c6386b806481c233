import { messagesBody } from '../requests/messages.js'
import { MessagesReader } from '../streams/messages.js'
import type { WireStyle } from './wire-style.js'

export const messages: WireStyle = { body: messagesBody, reader: () => new MessagesReader() }
