import { responsesBody } from '../requests/responses.js'
import { ResponsesReader } from '../streams/responses.js'
import type { WireStyle } from './wire-style.js'

export const responses: WireStyle = { body: responsesBody, reader: () => new ResponsesReader() }
