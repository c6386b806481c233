/** Anthropic's models by their ids and by the ids and ARNs of their inference profiles: `us.anthropic.claude-…`. */
export function isAnthropic(model: string): boolean {
  return /(^|[./])anthropic\.claude-/.test(model)
}
