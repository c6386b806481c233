import type { TracedHeaders } from './traced.js'

/** Headers whose values hold no secret. Everything else may: clients and operators set headers of their own. */
const open =
  /^(?:accept(?:-.*)?|cache-control|connection|content-.*|date|host|origin|retry-after|server|transfer-encoding|user-agent|vary|via|traceparent|(?:x-)?request-id|.*-version|.*-beta|x-ratelimit-.*|anthropic-ratelimit-.*|x-upstream-.*|x-stainless-.*|x-anywire-(?:budget|conversion|cost-usd|strict|tags|tokenizer|usage)|x-should-retry|openai-processing-ms)$/

/** Headers for people: values that are or may be secrets are masked. */
export function shownHeaders(headers: TracedHeaders, clean: (text: string) => string): { readonly name: string; readonly value: string }[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined) return []
    const text = Array.isArray(value) ? value.join(', ') : String(value)
    return [{ name: name.toLowerCase(), value: open.test(name.toLowerCase()) ? clean(text) : '***' }]
  })
}
