export function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let index = 0; index < bytes.length; index += 0x8000) pieces.push(String.fromCharCode(...bytes.subarray(index, index + 0x8000)))
  return btoa(pieces.join(''))
}

/** `undefined` where the text is not base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  let text: string
  try {
    text = atob(base64)
  } catch {
    return undefined
  }
  // A loop, since a call for each character is slow for minutes of sound.
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}
