import { readUsage } from './usage.js'

const details = (entries: Record<string, number>) => Object.entries(entries).map(([modality, tokenCount]) => ({ modality, tokenCount }))

test('frames of a video are counted as images; the rest of the input is text', () => {
  const promptTokensDetails = details({ TEXT: 10, AUDIO: 20, IMAGE: 30, VIDEO: 40 })
  expect(readUsage({ promptTokenCount: 100, responseTokenCount: 5, promptTokensDetails })).toMatchObject({
    input_token_details: { text_tokens: 10, audio_tokens: 20, image_tokens: 70 },
    total_tokens: 105,
  })
})

test('details that exceed their sum make no negative numbers', () => {
  const usage = readUsage({
    promptTokenCount: 10,
    responseTokenCount: 2,
    promptTokensDetails: details({ AUDIO: 12 }),
    responseTokensDetails: details({ AUDIO: 3 }),
  })
  expect(usage).toMatchObject({ input_token_details: { text_tokens: 0 }, output_token_details: { text_tokens: 0 } })
})
