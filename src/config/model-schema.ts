import type { JsonSchema } from '../providers/kind-configuration.js'
import { modalities } from './configuration.js'
import { price } from './price-schema.js'
import { name, section } from './schema-parts.js'
import { ownTimesAndRetries } from './upstream-schema.js'

/** A name that clients use, and its targets. */
export const model: JsonSchema = section(
  'One model.',
  {
    name: name(
      'What clients write in `model`. One * stands for any run of characters (gpt-*): names with an entry of their own go first, then patterns in the order of the file.',
    ),
    aliases: {
      type: 'array',
      items: name('Another name of the same model.'),
      default: [],
      description: 'Other names of the same model.',
    },
    targets: {
      type: 'array',
      minItems: 1,
      description: 'Where requests go, in failover order.',
      items: section(
        'One model at one provider.',
        {
          provider: name('Name of a provider.'),
          model: {
            type: 'string',
            minLength: 1,
            maxLength: 500,
            description:
              "The model's name at the provider. Where the entry's name is a pattern: * is the name as the client wrote it, a * within the name what the pattern's * stood for.",
          },
          weight: { type: 'number', exclusiveMinimum: 0, maximum: 1e6, description: 'Share of first tries.' },
          price,
        },
        ['provider', 'model'],
      ),
    },
    price,
    ...ownTimesAndRetries('this model'),
    max_output_tokens: {
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "The output limit where the client sets none and the provider needs one. Left out: the model's own maximum.",
    },
    context_window: {
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'How many tokens of input and output fit; shown to people. Left out: as the shipped catalogue knows it.',
    },
    modalities: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { enum: [...modalities] },
      description:
        'What requests may have in their messages; shown to people, and the playground offers nothing else. Left out: not known.',
    },
  },
  ['name', 'targets'],
)
