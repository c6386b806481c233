import { defaultSettings } from './settings.js'
import { change, send, settings } from './playground.js'
import { needsPaste } from './token.js'

/** Each tests something: an answer, a stream, a tool call. */
const examples: readonly { readonly text: string; readonly words: string; readonly prepare: () => void }[] = [
  {
    text: 'Say hello in five languages.',
    words: 'a short answer',
    prepare: () => change({ tools: { ...settings.value.tools, on: false } }),
  },
  {
    text: 'Write 200 words about the sea.',
    words: 'a stream',
    prepare: () => change({ stream: true, tools: { ...settings.value.tools, on: false } }),
  },
  {
    text: 'What time is it in Lisbon? Use the clock.',
    words: 'a tool call',
    prepare: () => change({ tools: { ...defaultSettings.tools, on: true } }),
  },
]

export function Examples() {
  return (
    <div class="examples">
      <h2>Send a message, or try one of these</h2>
      {examples.map(({ text, words, prepare }) => (
        <button
          key={text}
          type="button"
          class="example"
          disabled={settings.value.model === '' || needsPaste.value}
          onClick={() => {
            prepare()
            send(text, [])
          }}
        >
          <span>{text}</span>
          <small>Tests {words}</small>
        </button>
      ))}
    </div>
  )
}
