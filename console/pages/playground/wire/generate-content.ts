import { generateContentBody } from '../requests/generate-content.js'
import { GenerateContentReader } from '../streams/generate-content.js'
import type { WireStyle } from './wire-style.js'

export const generateContent: WireStyle = { body: generateContentBody, reader: () => new GenerateContentReader() }
