import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Disclosure } from '../../components/disclosure.js'
import type { Picture, ToolCall } from './conversation.js'
import { playable } from './sound.js'

/** What an answer has beside text. */
export default function AnswerParts({ pictures, calls }: { readonly pictures: readonly Picture[]; readonly calls: readonly ToolCall[] }) {
  return (
    <>
      {pictures.map((picture, index) => (
        <InlineMedia key={index} mediaType={picture.mediaType} data={picture.data} />
      ))}
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
  useEffect(() => {
    const made = URL.createObjectURL(playable(mediaType, bytesOf(data)))
    address.value = made
    return () => URL.revokeObjectURL(made)
  }, [mediaType, data])
  return <audio controls src={address.value} aria-label="Sound by the model" />
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
