/** What a price may name, each an amount of US dollars. In the order of the documentation. */
export const amountNames = [
  'input_per_million_usd',
  'cached_input_per_million_usd',
  'cache_write_per_million_usd',
  'cache_write_1h_per_million_usd',
  'audio_input_per_million_usd',
  'cached_audio_input_per_million_usd',
  'image_input_per_million_usd',
  'cached_image_input_per_million_usd',
  'output_per_million_usd',
  'reasoning_per_million_usd',
  'audio_output_per_million_usd',
  'image_output_per_million_usd',
  'image_usd',
  'audio_input_per_hour_usd',
  'characters_per_million_usd',
  'search_usd',
  'request_usd',
] as const

export type AmountName = (typeof amountNames)[number]

/** `Amount`: an exact decimal such as `"0.0000015"`; in the file a number too. */
export type PriceAmounts<Amount = string> = { readonly [Name in AmountName]?: Amount }

/** What one generated image costs. Left out: any size, any quality. */
export interface ImagePrice<Amount = string> {
  readonly size?: string
  readonly quality?: string
  readonly usd: Amount
}

/** The price of a whole request whose prompt has more tokens than `input_tokens`. */
export interface LongContextPrice<Amount = string> extends PriceAmounts<Amount> {
  readonly input_tokens: number
}

/** Amounts, and those that hold for some requests only. What these leave out is as in the price around them. */
export interface TieredPrice<Amount = string> extends PriceAmounts<Amount> {
  /** The first one that fits an image counts, else `image_usd`. */
  readonly images?: readonly ImagePrice<Amount>[]
  readonly above?: readonly LongContextPrice<Amount>[]
}

export interface ServicePrice<Amount = string> extends TieredPrice<Amount> {
  /** By the name of the service tier in the provider's reply. */
  readonly service_tiers?: Readonly<Record<string, TieredPrice<Amount>>>
}

/** A later price. What it leaves out stays as it was before. */
export interface PriceChange<Amount = string> extends ServicePrice<Amount> {
  /** A day, which begins at midnight UTC, or a date and time. */
  readonly from: string
}

export interface PriceSettings<Amount = string> extends ServicePrice<Amount> {
  readonly changes?: readonly PriceChange<Amount>[]
}
