import type { MediaFacts } from '../media.js'

export const completionsFacts: MediaFacts = {
  title: 'text completions (/v1/completions)',
  providers: 'any chat or completions provider',
  repeatable: true,
  bytes: false,
  chatCanAnswer: true,
}
