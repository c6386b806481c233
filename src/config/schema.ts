import { providerKinds } from '../providers/kinds.js'
import type { ProviderKind } from '../providers/provider.js'
import type { JsonSchema } from '../providers/kind-configuration.js'
import { model } from './model-schema.js'
import { priceDefinitions } from './price-schema.js'
import { providerSchema } from './provider-schema.js'
import { section } from './schema-parts.js'
import * as sections from './schema-sections.js'
import { token } from './token-schema.js'

/** The JSON Schema of anywire.yaml: editors complete from it, the start checks with it and takes its defaults. */
export function configurationSchema(kinds: readonly ProviderKind[] = providerKinds): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    definitions: priceDefinitions,
    title: 'anywire.yaml',
    ...section('Configuration of the anywire gateway. Strings take ${NAME} and ${NAME:-default} from the environment.', {
      server: sections.server,
      database: {
        type: 'string',
        format: 'database',
        default: 'file:./anywire-data/anywire.db',
        description: 'memory, file:PATH (embedded) or postgres://…',
      },
      redis: {
        type: 'string',
        format: 'redis-url',
        description: 'redis://… or rediss://…. Without effect in this version: budgets and rates are counted by each gateway by itself.',
      },
      secret_key: {
        type: 'string',
        format: 'secret-key',
        description: 'At least 32 bytes; required with a stored database. ANYWIRE_SECRET_KEY overrides it.',
      },
      admin: sections.admin,
      tokens: {
        type: 'array',
        default: [],
        description: 'What clients authenticate with.',
        items: token,
      },
      providers: {
        type: 'array',
        description: 'The providers. Left out: they are discovered from key variables and local servers.',
        items: {
          type: 'object',
          required: ['name', 'kind'],
          discriminator: { propertyName: 'kind' },
          oneOf: kinds.map(providerSchema),
        },
      },
      models: {
        type: 'array',
        default: [],
        description: 'The names that clients use, and where they lead.',
        items: model,
      },
      limits: sections.limits,
      timeouts: sections.timeouts,
      retries: sections.retries,
      breaker: sections.breaker,
      log: sections.log,
      responses: sections.responses,
      unknown_ids: {
        enum: ['pass', 'refuse'],
        default: 'pass',
        description:
          "Ids of a provider's objects (items, conversations, prompts, files, caches, stores, containers, skills) that were not made through this gateway.",
      },
      webhooks: sections.webhooks,
      accounting: sections.accounting,
    }),
  }
}
