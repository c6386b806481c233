const colours: Readonly<Record<string, number>> = { info: 32, warn: 33, error: 31 }

/** One line for a person at a terminal: `12:00:01 info  request POST /v1/messages 200 model=fast …`. Control characters are escaped. */
export function prettyLine(time: number, level: string, message: string, fields: Readonly<Record<string, unknown>>): string {
  const clock = new Date(time).toTimeString().slice(0, 8)
  const words = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`\u001b[2m${name}=\u001b[0m${shown(value)}`],
  )
  return `\u001b[2m${clock}\u001b[0m \u001b[${colours[level] ?? 0}m${level.padEnd(5)}\u001b[0m ${[shown(message, true), ...words].join(' ')}\n`
}

function shown(value: unknown, sentence = false): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const cut = text.length <= mostLength ? text : `${text.slice(0, mostLength)}…`
  return sentence || /^[\x21-\x7e]+$/.test(cut) ? cut.replaceAll(controls, '?') : JSON.stringify(cut)
}

const mostLength = 300
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f]/g
