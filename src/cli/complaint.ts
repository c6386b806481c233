import { styleText } from 'node:util'

export interface Complaint {
  /** The command or the place: `token create`, `anywire.yaml:14:15 providers[1].base_url`. */
  readonly where?: string
  readonly what: string
  readonly fix?: string
}

/** One line; on a terminal a block, so that the fix is seen. */
export function complaintText({ where, what, fix }: Complaint, terminal: boolean): string {
  const [place, reason, advice] = [where, what, fix].map((text) => text?.replaceAll(/\s+/g, ' ').trim())
  if (!terminal) return `${[place === undefined ? '' : `${place}: `, reason, advice === undefined ? '' : `; ${advice}`].join('')}\n`
  const mark = styleText('red', '✗', { stream: process.stderr })
  const lines = place === undefined ? [`${mark} ${reason ?? ''}`] : [`${mark} ${place}`, `  ${reason ?? ''}`]
  return `${[...lines, ...(advice === undefined ? [] : [`  Fix: ${advice}`])].join('\n')}\n`
}

/** `anywire.yaml:14:15: providers[1].base_url: expected …` as its parts. */
export function configurationComplaint(message: string): Complaint {
  const [, place, key, what] = /^(.{1,300}?:\d+:\d+|environment): ([^ ]{1,300}): (.*)$/.exec(message) ?? []
  return place === undefined || key === undefined || what === undefined ? { what: message } : { where: `${place}: ${key}`, what }
}

/** A remark beside the result, on standard error. */
export function remark({ quiet }: { readonly quiet?: boolean }, text: string): void {
  if (quiet !== true) process.stderr.write(`${text}\n`)
}
