import { useSignal } from '@preact/signals'
import type { PlatformConversion, PlatformConverted } from '../../../generated/platform/model/index.js'
import { chatDialects, upstreamDialectNames } from '../../../src/exchange/dialect-name.js'
import { isObject, parseJson } from '../../../src/json/object.js'
import { api } from '../../api/api.js'
import { problemOf, type Problem } from '../../api/problem.js'
import { Button } from '../../components/button.js'
import { Select, TextArea, TextField } from '../../components/field.js'
import { ErrorBlock, EmptyState } from '../../components/states.js'
import { Status } from '../../components/status.js'
import { conversionText, dialectLabel } from '../../format/dialects.js'
import { PageHeading } from '../../layout/page-heading.js'
import '../playground/inspector/inspector.css'
import { counterpartsOf } from '../playground/inspector/counterparts.js'
import { JsonView } from '../playground/inspector/json-view.js'
import { Losses } from '../playground/inspector/losses.js'
import './convert.css'
import { exampleOf } from './examples.js'

const subjects = [
  { value: 'request', label: 'A request' },
  { value: 'reply', label: 'A reply' },
  { value: 'stream', label: 'A stream' },
] as const

type Subject = (typeof subjects)[number]['value']

/** What the gateway would make of a request, reply or stream in another style, without sending anything. */
export default function ConvertPage() {
  const what = useSignal<Subject>('request')
  const from = useSignal<string>('chat-completions')
  const to = useSignal<string>('messages')
  const model = useSignal('')
  const text = useSignal(exampleOf('request', 'chat-completions'))
  const busy = useSignal(false)
  const problem = useSignal<Problem | undefined>(undefined)
  const result = useSignal<{ readonly text: string; readonly converted: PlatformConverted } | undefined>(undefined)
  const isRequest = what.value === 'request'
  const clientStyles = chatDialects.map(choiceOf)
  const allStyles = upstreamDialectNames.map(choiceOf)

  const convert = async () => {
    const given = text.value
    const body = what.value === 'stream' ? { text: given } : { body: parseJson(given) }
    if (what.value !== 'stream' && !isObject(body.body)) {
      problem.value = { status: 0, title: 'This is no JSON object', detail: 'The body must be a JSON object.', code: 'invalid_json' }
      return
    }
    busy.value = true
    problem.value = undefined
    try {
      const conversion = { what: what.value, from: from.value, to: to.value, ...body, ...(model.value !== '' && { model: model.value }) }
      result.value = {
        text: given,
        converted: await api.post<PlatformConverted>('/api/convert', conversion satisfies Omit<PlatformConversion, 'body'>),
      }
    } catch (error) {
      problem.value = problemOf(error)
      result.value = undefined
    } finally {
      busy.value = false
    }
  }
  const chooseSubject = (subject: Subject) => {
    what.value = subject
    text.value = exampleOf(subject, from.value)
    result.value = undefined
  }
  return (
    <>
      <PageHeading title="Convert" />
      <p class="muted convert-intro">
        What the gateway makes of a request, a reply or a stream in another style, and what is lost. Nothing is sent to a provider or
        recorded.
      </p>
      <form
        class="convert"
        onSubmit={(event) => {
          event.preventDefault()
          void convert()
        }}
      >
        <div class="convert-choices">
          <Select label="What" value={what.value} choices={subjects} onChange={chooseSubject} />
          <Select
            label="From"
            value={from.value}
            choices={isRequest ? clientStyles : allStyles}
            onChange={(style) => {
              from.value = style
              text.value = exampleOf(what.value, style)
              result.value = undefined
            }}
          />
          <Select label="To" value={to.value} choices={isRequest ? allStyles : clientStyles} onChange={(style) => (to.value = style)} />
          {isRequest && (
            <TextField
              label="Model at the provider"
              placeholder="that of the body"
              value={model.value}
              onInput={(name) => (model.value = name)}
            />
          )}
          <Button variant="primary" type="submit" busy={busy.value} disabled={busy.value}>
            Convert
          </Button>
        </div>
        <div class="convert-sides">
          <TextArea
            label={what.value === 'stream' ? 'Text of the stream' : 'JSON'}
            rows={22}
            spellcheck={false}
            value={text.value}
            onInput={(typed) => (text.value = typed)}
          />
          <section class="stack" aria-label="Result" aria-live="polite">
            {problem.value !== undefined && <ErrorBlock problem={problem.value} />}
            {result.value === undefined && problem.value === undefined && <EmptyState title="Nothing converted yet." />}
            {result.value !== undefined && <Result given={result.value.text} converted={result.value.converted} />}
          </section>
        </div>
      </form>
    </>
  )
}

function Result({ given, converted }: { readonly given: string; readonly converted: PlatformConverted }) {
  const { losses, conversion, method, path, body, stream } = converted
  const text = stream ?? JSON.stringify(body)
  return (
    <>
      <p class="trace-summary">
        {losses.length === 0 ? (
          <Status kind="good">Nothing is lost</Status>
        ) : (
          <Status kind="warning">{losses.length === 1 ? '1 loss' : `${losses.length} losses`}</Status>
        )}
        <span class="muted">{conversionText(conversion)}</span>
      </p>
      {method !== null && path !== null && (
        <p class="pane-facts">
          {method} {path}
        </p>
      )}
      <Losses losses={losses} />
      <JsonView text={text} losses={counterpartsOf(losses, given, text)} label="Converted" />
      {losses.length > 0 && (
        <>
          <h2>Where it was lost</h2>
          <JsonView text={given} losses={losses} label="Before the conversion, with the losses" />
        </>
      )}
    </>
  )
}

function choiceOf(value: (typeof upstreamDialectNames)[number]) {
  return { value: value as string, label: dialectLabel(value) }
}
