import type { MediaFacts } from '../media.js'

export const moderationsFacts: MediaFacts = {
  title: 'moderations (/v1/moderations)',
  providers: 'an OpenAI or Mistral provider',
  repeatable: true,
  bytes: false,
  chatCanAnswer: false,
}
