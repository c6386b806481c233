import type { StreamPart } from '../exchange/stream-part.js'

/** A stream in small pieces, as a model writes it: a word at a time, and the input of tools in a few characters. */
export function inSmallPieces(parts: readonly StreamPart[]): StreamPart[] {
  return parts.flatMap((part): StreamPart[] => {
    switch (part.type) {
      case 'text-delta': {
        const [first = '', ...rest] = words(part.text)
        // Log probabilities belong to all of the text: they stay with its first piece.
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

/** Cut after each run of white space; nothing of the text is lost. */
function words(text: string): string[] {
  return text.match(/\S*\s+|\S+$/g) ?? [text]
}

function pieces(text: string, size: number): string[] {
  const characters = Array.from(text)
  const cut: string[] = []
  for (let index = 0; index < characters.length; index += size) cut.push(characters.slice(index, index + size).join(''))
  return cut.length === 0 ? [text] : cut
}
