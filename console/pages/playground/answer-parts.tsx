import { Disclosure } from '../../components/disclosure.js'
import type { Picture, ToolCall } from './conversation.js'

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
  const address = `data:${mediaType};base64,${data}`
  if (/^image\/(?:png|jpeg|gif|webp)$/.test(mediaType)) return <img class="sent-picture" src={address} alt="Picture by the model" />
  return <p class="muted">A file of the type {mediaType}</p>
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
