import { ConnectionError } from './errors.js'

/** Characters of one event: pictures come as text. */
const longestEvent = 64 * 1024 * 1024

/** Cuts a text of server-sent events, as it comes, into the data of each event. */
export class FrameReader {
  private rest = ''
  private data: string[] = []
  private length = 0

  push(text: string): string[] {
    if (!/[\r\n]/.test(text)) {
      this.rest += text
      return this.within([])
    }
    const events: string[] = []
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/)
    this.rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '' && this.data.length > 0) {
        events.push(this.data.join('\n'))
        this.data = []
        this.length = 0
      }
      if (!line.startsWith('data:')) continue
      const value = line.slice(line.startsWith('data: ') ? 6 : 5)
      this.data.push(value)
      this.length += value.length
    }
    return this.within(events)
  }

  private within(events: string[]): string[] {
    if (this.rest.length + this.length > longestEvent) throw new ConnectionError('an event of the stream is too long')
    return events
  }
}
