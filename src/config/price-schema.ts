import type { JsonSchema } from '../providers/kind-configuration.js'
import type { AmountName } from './price-settings.js'
import { section } from './schema-parts.js'

const decimal: JsonSchema = {
  type: ['string', 'number'],
  pattern: '^\\d{1,15}(\\.\\d{1,18})?$',
  minimum: 0,
  maximum: 1e15,
  'x-expected': 'expected an amount such as "1.00" or a number ≥ 0',
}

/** An amount of money: an exact decimal, as a text or a number. */
export const money = (description: string): JsonSchema => ({ ...decimal, description })

const amounts: Readonly<Record<AmountName, JsonSchema>> = {
  input_per_million_usd: money('Input tokens; nothing when left out.'),
  cached_input_per_million_usd: money("Input tokens read from the provider's cache; the input price when left out."),
  cache_write_per_million_usd: money("Input tokens written to the provider's cache; the input price when left out."),
  cache_write_1h_per_million_usd: money('Input tokens written to the cache for an hour; the price of other cache writes when left out.'),
  audio_input_per_million_usd: money('Input tokens of audio; the input price when left out.'),
  cached_audio_input_per_million_usd: money(
    'Input tokens of audio read from the cache; the price of cached input, else that of audio, when left out.',
  ),
  image_input_per_million_usd: money('Input tokens of images; the input price when left out.'),
  cached_image_input_per_million_usd: money(
    'Input tokens of images read from the cache; the price of cached input, else that of images, when left out.',
  ),
  output_per_million_usd: money('Output tokens; nothing when left out.'),
  reasoning_per_million_usd: money('Output tokens of reasoning; the output price when left out.'),
  audio_output_per_million_usd: money('Output tokens of audio; the output price when left out.'),
  image_output_per_million_usd: money('Output tokens of images; the output price when left out.'),
  image_usd: money('Each generated image; nothing when left out.'),
  audio_input_per_hour_usd: money('Audio that was heard, by its length; nothing when left out.'),
  characters_per_million_usd: money('Characters of text that speech was made of; nothing when left out.'),
  search_usd: money("Each search of the web by the provider, and each of a reranking's search units; nothing when left out."),
  request_usd: money('Each request that a provider served, beside its tokens; nothing when left out.'),
}

const word = (description: string): JsonSchema => ({ type: 'string', minLength: 1, maxLength: 100, description })

const definition = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` })

/** The same amounts in an object within a price. */
const amountsAgain = Object.fromEntries(Object.keys(amounts).map((name) => [name, definition(`price/properties/${name}`)]))

const images: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  description: 'Generated images, by size and quality. The first entry that fits an image counts, else `image_usd`.',
  items: section(
    'The price of one kind of image.',
    {
      size: word('As in the request or the reply, 1024x1024; any when left out.'),
      quality: word('As in the request or the reply, high; any when left out.'),
      usd: money('Each image.'),
    },
    ['usd'],
  ),
}

const above: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 20,
  description: 'Other prices of whole requests with a long prompt. What an entry leaves out is as in the price around it.',
  items: section(
    'The price of requests above a length.',
    {
      input_tokens: {
        type: 'integer',
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The entry holds for prompts of more tokens than this, cached ones included.',
      },
      ...amountsAgain,
    },
    ['input_tokens'],
  ),
}

const serviceTiers: JsonSchema = {
  type: 'object',
  description:
    'Prices by the service tier that the provider names in its reply: flex, priority, batch, fast … What a tier leaves out is as in the price around it. A tier without an entry costs what the usual one does.',
  maxProperties: 20,
  propertyNames: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,60}$', 'x-expected': 'expected the name of a service tier' },
  additionalProperties: section('The price of one service tier.', {
    ...amountsAgain,
    images: definition('images'),
    above: definition('above'),
  }),
}

const changes: JsonSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  description: 'Later prices. What a change leaves out stays as it was before; lists and service tiers are replaced whole.',
  items: section(
    'The price from a date on.',
    {
      from: {
        type: 'string',
        format: 'day-or-time',
        description: 'A day, which begins at midnight UTC, or a date and time: 2030-01-01, 2030-01-01T09:00:00+01:00.',
      },
      ...amountsAgain,
      images: definition('images'),
      above: definition('above'),
      service_tiers: definition('service_tiers'),
    },
    ['from'],
  ),
}

/** Parts of the schema that are used in several places: its `definitions`. */
export const priceDefinitions: Readonly<Record<string, JsonSchema>> = {
  images,
  above,
  service_tiers: serviceTiers,
  price: section('US dollars, exact decimals.', {
    ...amounts,
    images: definition('images'),
    above: definition('above'),
    service_tiers: definition('service_tiers'),
    changes,
  }),
}

/** The price of a model or a target. */
export const price: JsonSchema = definition('price')
