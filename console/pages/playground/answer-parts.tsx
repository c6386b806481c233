import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Disclosure } from '../../components/disclosure.js'
import { Status } from '../../components/status.js'
import { bytesOf } from './base64.js'
import type { AnswerTurn, ToolCall } from './conversation.js'
import { playable } from './sound.js'

/** What an answer has beside text. */
export default function AnswerParts({ turn: { pictures, soundCut, calls } }: { readonly turn: AnswerTurn }) {
  return (
    <>
      {pictures.map((picture, index) => (
        <InlineMedia key={index} mediaType={picture.mediaType} data={picture.data} />
      ))}
      {soundCut === true && <Status kind="warning">The sound is cut off: 32 MB of an answer are kept</Status>}
      {calls.map((call) => (
        <ToolCallView key={call.id} call={call} />
      ))}
    </>
  )
}

function ToolCallView({ call }: { readonly call: ToolCall }) {
  return (
    <Disclosure
      summary={
        <>
          Tool call <code>{call.name}</code>
        </>
      }
    >
      <pre class="arguments" tabIndex={0}>
        <code>{indented(call.arguments)}</code>
      </pre>
    </Disclosure>
  )
}

function InlineMedia({ mediaType, data }: { readonly mediaType: string; readonly data: string }) {
  if (/^image\/(?:png|jpeg|gif|webp)$/.test(mediaType))
    return <img class="sent-picture" src={`data:${mediaType};base64,${data}`} alt="Picture by the model" />
  if (mediaType.toLowerCase().startsWith('audio/')) return <Sound mediaType={mediaType} data={data} />
  return <p class="muted">A file of the type {mediaType}</p>
}

/** From memory: the page's policy allows no `data:` address for sound. */
function Sound({ mediaType, data }: { readonly mediaType: string; readonly data: string }) {
  const address = useSignal<string | undefined>(undefined)
  const unreadable = useSignal(false)
  useEffect(() => {
    const bytes = bytesOf(data)
    unreadable.value = bytes === undefined || bytes.length === 0
    if (bytes === undefined || bytes.length === 0) return undefined
    const made = URL.createObjectURL(playable(mediaType, bytes))
    address.value = made
    return () => URL.revokeObjectURL(made)
  }, [mediaType, data])
  if (unreadable.value) return <p class="muted">A sound that cannot be read</p>
  return <audio controls src={address.value} aria-label="Sound by the model" />
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
