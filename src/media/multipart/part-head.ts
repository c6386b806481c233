import { malformed } from './limits.js'
import { defined } from '../../json/object.js'

/** The headers of a part. */
export interface PartHead {
  readonly name: string
  /** Present where the part is a file. */
  readonly filename?: string
  readonly contentType?: string
}

export function readPartHead(raw: Buffer): PartHead {
  let disposition: string | undefined
  let contentType: string | undefined
  for (const line of raw.toString('utf8').split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon < 0) continue
    const header = line.slice(0, colon).trim().toLowerCase()
    if (header === 'content-disposition') {
      if (disposition !== undefined) throw malformed('A part of the form has two Content-Disposition lines.')
      disposition = line.slice(colon + 1).trim()
    } else if (header === 'content-type') contentType ??= line.slice(colon + 1).trim()
  }
  if (disposition === undefined || !/^form-data\s*(?:;|$)/i.test(disposition))
    throw malformed('A part of the form has no Content-Disposition: form-data.')
  const parameters = readParameters(disposition)
  for (const parameter of parameters.keys())
    // Split values (name*0) and values in another charset are read by some parsers and ignored by others.
    if (parameter.includes('*') && parameter !== 'filename*')
      throw malformed(`A part of the form has the parameter ${parameter}: write its value plainly.`)
  const name = parameters.get('name')
  if (name === undefined) throw malformed('A part of the form has no name.')
  const filename = extendedValue(parameters.get('filename*')) ?? parameters.get('filename')
  return defined({
    name,
    filename,
    contentType: contentType === undefined || contentType === '' ? undefined : contentType,
  })
}

/** Writes the headers of a part; ambiguous and unknown ones are not passed on. */
export function writePartHead({ name, filename, contentType }: PartHead): Buffer {
  const file = filename === undefined ? '' : `; filename="${escaped(filename)}"`
  const type = contentType === undefined ? '' : `Content-Type: ${contentType.replace(/[^\x20-\x7e]/g, '')}\r\n`
  return Buffer.from(`Content-Disposition: form-data; name="${escaped(name)}"${file}\r\n${type}\r\n`)
}

/** Escaped as browsers do it. */
function escaped(text: string): string {
  return text.replace(/["\r\n\0]/g, (character) => encodeURIComponent(character))
}

/** The boundary of a `multipart/form-data` content type. */
export function readBoundary(contentType: string): string {
  const boundary = readParameters(contentType).get('boundary')
  if (boundary === undefined || boundary === '' || boundary.length > 70)
    throw malformed('The content type has no boundary, or one of more than 70 characters.')
  return boundary
}

/** `a; name="x"; filename=y` → name → x … Parsed by hand: a regular expression could be slow on hostile input. */
function readParameters(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  let index = header.indexOf(';')
  while (index >= 0 && index < header.length) {
    index++
    const equals = header.indexOf('=', index)
    if (equals < 0) break
    const name = header.slice(index, equals).trim().toLowerCase()
    let value = ''
    index = equals + 1
    while (header[index] === ' ') index++
    if (header[index] === '"') {
      index++
      while (index < header.length && header[index] !== '"') {
        // Only quotes and backslashes are escaped; browsers send the backslashes of a path unescaped.
        if (header[index] === '\\' && (header[index + 1] === '"' || header[index + 1] === '\\')) index++
        value += header[index] ?? ''
        index++
      }
      index = header.indexOf(';', index)
    } else {
      const end = header.indexOf(';', index)
      value = (end < 0 ? header.slice(index) : header.slice(index, end)).trim()
      index = end
    }
    if (parameters.has(name)) throw malformed(`A header of the form has the parameter ${name} twice.`)
    parameters.set(name, value)
  }
  return parameters
}

/** RFC 5987: `UTF-8''na%C3%AFve.wav`. */
function extendedValue(value: string | undefined): string | undefined {
  if (value === undefined || !/^utf-8'/i.test(value)) return undefined
  try {
    return decodeURIComponent(value.slice(value.indexOf("'", 6) + 1))
  } catch {
    return undefined
  }
}
