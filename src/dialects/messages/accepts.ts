import type { Accepts } from '../../exchange/fitting/accepts.js'
import { claudeAnswerSchemas, claudeToolSchemas } from '../claude-schemas.js'

export const accepts: Accepts = {
  toolNames: { pattern: /^[a-zA-Z0-9_-]{1,128}$/, forbidden: /[^a-zA-Z0-9_-]/g, maxLength: 128 },
  toolSchemas: claudeToolSchemas,
  answerSchemas: claudeAnswerSchemas,
  userIdLength: 256,
}
