import type { MediaFacts } from '../media.js'

export const transcriptionsFacts: MediaFacts = {
  title: 'transcriptions (/v1/audio/transcriptions)',
  providers: 'an OpenAI-compatible, Groq, Mistral or Gemini provider',
  repeatable: false,
  bytes: false,
  chatCanAnswer: false,
}

export const translationsFacts: MediaFacts = {
  title: 'audio translations (/v1/audio/translations)',
  providers: 'an OpenAI-compatible, Groq or Gemini provider',
  repeatable: false,
  bytes: false,
  chatCanAnswer: false,
}

export const speechFacts: MediaFacts = {
  title: 'speech (/v1/audio/speech)',
  providers: 'an OpenAI-compatible or Gemini provider',
  repeatable: false,
  bytes: true,
  chatCanAnswer: false,
}
