/** Codings of replies, the smaller first. */
const encodings = ['br', 'gzip'] as const

export type ReplyEncoding = (typeof encodings)[number]

/** The codings that an `Accept-Encoding` takes, the smaller first. */
export function acceptedEncodings(header: string | readonly string[] | undefined): readonly ReplyEncoding[] {
  if (header === undefined) return []
  const parts = (typeof header === 'string' ? header : header.join(',')).split(',')
  return encodings.filter((encoding) => parts.some((part) => accepts(part, encoding)))
}

function accepts(part: string, encoding: string): boolean {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
}
