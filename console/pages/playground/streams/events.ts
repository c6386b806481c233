export interface ServerSentEvent {
  readonly name: string
  readonly data: string
}

/** Splits a stream's text into its events; pieces may end anywhere. Comments are left out. */
export class EventReader {
  private rest = ''

  push(piece: string): readonly ServerSentEvent[] {
    const text = this.rest + piece
    const events: ServerSentEvent[] = []
    let from = 0
    for (const match of text.matchAll(/\r\n\r\n|\n\n|\r\r/g)) {
      addEvent(events, text.slice(from, match.index))
      from = match.index + match[0].length
    }
    this.rest = text.slice(from)
    return events
  }

  /** What stands after the last empty line: some servers leave the one at the end out. */
  end(): readonly ServerSentEvent[] {
    const events: ServerSentEvent[] = []
    addEvent(events, this.rest)
    this.rest = ''
    return events
  }
}

function addEvent(events: ServerSentEvent[], block: string): void {
  let name = ''
  const data: string[] = []
  for (const line of block.split(/\r\n|\n|\r/)) {
    if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
    else if (line.startsWith('event:')) name = line.slice(6).trim()
  }
  if (data.length > 0) events.push({ name, data: data.join('\n') })
}
