import type { FinishReason, Picture, Usage } from '../conversation.js'
import type { Problem } from '../../../api/problem.js'

/** A piece of an answer's sound, in base64; its type where the provider says it. */
export interface SoundPiece {
  readonly mediaType?: string
  readonly data: string
}

/** What an event of a stream, or a whole reply, adds to an answer. */
export type Delta =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  /** Begins a tool call; `key` names it in the deltas that follow. */
  | { readonly kind: 'call'; readonly key: string; readonly id: string; readonly name: string }
  | { readonly kind: 'arguments'; readonly key: string; readonly text: string }
  | { readonly kind: 'picture'; readonly picture: Picture }
  | ({ readonly kind: 'sound' } & SoundPiece)
  | { readonly kind: 'finish'; readonly reason: FinishReason }
  | ({ readonly kind: 'usage' } & Usage)
  | { readonly kind: 'error'; readonly problem: Problem }

/** Reads the events of one stream, or its one reply, of a style. Synchronous: data in, deltas out. */
export interface ReplyReader {
  event(name: string, data: string): readonly Delta[]
  reply(body: unknown): readonly Delta[]
  /** Whether the style's end mark has come. */
  readonly ended: boolean
}
