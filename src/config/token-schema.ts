import { tokenScopes } from './configuration.js'
import { requestStyles } from '../exchange/media-task.js'
import type { JsonSchema } from '../providers/kind-configuration.js'
import { money } from './price-schema.js'
import { name, section, whole } from './schema-parts.js'

/** `x-expected` is what an error says in place of a pattern. */
export const tokenText: JsonSchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9._~+/=-]{1,512}$',
  'x-expected': 'expected 1 to 512 letters, digits or ._~+/=-',
}

const rate: JsonSchema = { type: 'integer', minimum: 1 }

export const token: JsonSchema = section(
  'One token.',
  {
    name: name('Shown in records and metrics.'),
    key: { ...tokenText, description: 'The secret itself; better ${NAME} than clear text.' },
    user: name('Whose token it is: a user of the database, made where there is none.'),
    team: name("The token's team, made where there is none. Left out: that of its user."),
    scopes: {
      type: 'array',
      minItems: 1,
      items: { enum: tokenScopes },
      description: 'inference: the model endpoints. read: reading in the admin API. admin: all of the admin API. Left out: inference.',
    },
    models: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: ['*'],
      description: 'Models that may be used; * stands for any run of characters.',
    },
    styles: {
      type: 'array',
      minItems: 1,
      items: { enum: requestStyles },
      description: 'The chat styles and the endpoints beside chat that may be used. Left out: all.',
    },
    networks: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', format: 'network' },
      description:
        'Addresses of clients from which the token may be used, alone (192.0.2.7) or with the length of a prefix (10.0.0.0/8). Left out: all.',
    },
    budget_usd: money('What may be spent in all.'),
    budget_per_day_usd: money('What may be spent from midnight to midnight in UTC.'),
    budget_per_week_usd: money('What may be spent from Monday to Sunday in UTC.'),
    budget_per_month_usd: money('What may be spent in a month in UTC.'),
    requests_per_minute: { ...rate, description: 'Token bucket; burst = limit.' },
    requests_per_day: { ...rate, description: 'From midnight to midnight in UTC.' },
    tokens_per_minute: { ...rate, description: 'Input and output tokens per minute.' },
    tokens_per_day: { ...rate, description: 'Input and output tokens from midnight to midnight in UTC.' },
    max_concurrent: whole(100, 1, 'Requests at a time.'),
    max_wait_ms: {
      type: 'integer',
      minimum: 0,
      maximum: 120000,
      description:
        'How long a request waits for its turn where max_concurrent, a rate of requests or in_flight would refuse it; limits.max_wait_ms when left out.',
    },
    expires_at: { type: 'string', format: 'date-time', description: 'RFC 3339, 2030-01-01T00:00:00Z.' },
  },
  ['name', 'key'],
)
