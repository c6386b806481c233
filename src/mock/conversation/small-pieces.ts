import type { StreamPart } from '../../exchange/stream-part.js'

/** Splits a stream into small pieces, as models send them: text by words, tool input by a few characters. */
export function inSmallPieces(parts: readonly StreamPart[]): StreamPart[] {
  return parts.flatMap((part): StreamPart[] => {
    switch (part.type) {
      case 'text-delta': {
        const [first = '', ...rest] = words(part.text)
        // Log probabilities are those of the whole text: they stay with its first piece.
        return [
          { ...part, text: first },
          ...rest.map((text): StreamPart => ({ type: 'text-delta', choice: part.choice, part: part.part, text })),
        ]
      }
      case 'reasoning-delta':
      case 'refusal-delta':
        return words(part.text).map((text) => ({ ...part, text }))
      case 'tool-call-delta':
        return pieces(part.input, 8).map((input) => ({ ...part, input }))
      default:
        return [part]
    }
  })
}

/** Splits after each run of white space. */
export function words(text: string): string[] {
  return text.match(/\S*\s+|\S+$/g) ?? [text]
}

function pieces(text: string, size: number): string[] {
  const characters = Array.from(text)
  const cut: string[] = []
  for (let index = 0; index < characters.length; index += size) cut.push(characters.slice(index, index + size).join(''))
  return cut.length === 0 ? [text] : cut
}
