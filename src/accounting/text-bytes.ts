import { isObject } from '../json/object.js'

/**
 * UTF-8 bytes of all text that a request gives the model to read, in any style: what estimates and reservations are made from. Roles,
 * ids, settings and files are no text.
 */
export function textBytesOf(wire: unknown): number {
  if (typeof wire === 'string') return Buffer.byteLength(wire)
  let bytes = 0
  if (Array.isArray(wire)) {
    for (const item of wire) bytes += textBytesOf(item)
    return bytes
  }
  // A number that is kept exact is no text.
  if (!isObject(wire) || JSON.isRawJSON(wire)) return 0
  for (const key of Object.keys(wire)) {
    const value = wire[key]
    if (typeof value === 'string' ? !noText.has(key) && !value.startsWith('data:') : !noContent.has(key)) bytes += textBytesOf(value)
  }
  return bytes
}

/** Members whose text names something, or is a file. */
const noText: ReadonlySet<string> = new Set([
  ...['model', 'role', 'type', 'id', 'object', 'status', 'user', 'safety_identifier', 'prompt_cache_key', 'service_tier', 'truncation'],
  ...['call_id', 'tool_call_id', 'tool_use_id', 'previous_response_id', 'conversation', 'file_id', 'filename', 'reasoning_effort'],
  ...['data', 'file_data', 'url', 'image_url', 'file_url', 'fileUri', 'file_uri', 'mimeType', 'mime_type', 'media_type', 'detail'],
  ...['signature', 'encrypted_content', 'thoughtSignature', 'encoding_format', 'response_format', 'format', 'size', 'quality', 'voice'],
  ...['finish_reason', 'stop_reason', 'finishReason', 'system_fingerprint', 'modelVersion', 'responseId', 'created_at', 'name'],
  ...['tool_choice', 'verbosity', 'effort', 'background', 'style', 'output_format', 'moderation', 'input_type', 'task_type', 'taskType'],
])

/** Members that hold settings alone. */
const noContent: ReadonlySet<string> = new Set([
  ...['metadata', 'cache_control', 'stream_options', 'logit_bias', 'generationConfig', 'safetySettings', 'toolConfig', 'thinking'],
  ...['reasoning', 'stop', 'stop_sequences', 'modalities', 'include', 'audio', 'voice', 'tool_choice', 'labels'],
])
