import type { MediaFacts } from '../media.js'

export const imageGenerationsFacts: MediaFacts = {
  title: 'image generation (/v1/images/generations)',
  providers: 'an OpenAI-compatible, xAI or Gemini provider',
  repeatable: false,
  bytes: false,
  chatCanAnswer: false,
}

export const imageEditsFacts: MediaFacts = {
  title: 'image edits (/v1/images/edits)',
  providers: 'an OpenAI-compatible, xAI or Gemini provider',
  repeatable: false,
  bytes: false,
  chatCanAnswer: false,
}
