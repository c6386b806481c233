import { base64Of } from './base64.js'
import type { Picture } from './conversation.js'

const mediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const mostBytes = 10_000_000

/** Files as pictures to send; what cannot be sent is named. */
export async function readPictures(
  files: Iterable<File>,
): Promise<{ readonly pictures: readonly Picture[]; readonly problem: string | undefined }> {
  const pictures: Picture[] = []
  const problems: string[] = []
  for (const file of files) {
    if (!mediaTypes.includes(file.type)) problems.push(`${file.name} is no PNG, JPEG, GIF or WebP picture.`)
    else if (file.size > mostBytes) problems.push(`${file.name} is larger than 10 MB.`)
    else pictures.push({ name: file.name, mediaType: file.type, data: base64Of(new Uint8Array(await file.arrayBuffer())) })
  }
  return { pictures, problem: problems.length === 0 ? undefined : problems.join(' ') }
}
