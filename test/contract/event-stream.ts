/** One server-sent event, as a client reads it. */
export interface ReadEvent {
  readonly event: string | undefined
  readonly data: string
}

export function readEvents(text: string): ReadEvent[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((frame) => {
      const lines = frame.split(/\r?\n/)
      const after = (field: string) =>
        lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).replace(/^ /, ''))
      return { event: after('event')[0], data: after('data').join('\n') }
    })
    .filter(({ data }) => data !== '')
}
