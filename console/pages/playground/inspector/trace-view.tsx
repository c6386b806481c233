import type { ComponentChildren } from 'preact'
import type { PlatformConversionLoss, PlatformTrace, PlatformTraceAttempt } from '../../../../generated/platform/model/index.js'
import { CopyButton } from '../../../components/copy-button.js'
import { countText } from '../../../components/format.js'
import { Status } from '../../../components/status.js'
import { conversionText } from '../../../format/dialects.js'
import { counterpartsOf } from './counterparts.js'
import { Frames } from './frames.js'
import { Headers } from './headers.js'
import { JsonView } from './json-view.js'
import { Losses } from './losses.js'
import './inspector.css'

/** The four panes of one request: what the client sent, what the provider got, what it sent, what the client got. */
export default function TraceView({ trace }: { readonly trace: PlatformTrace }) {
  const { attempts, losses, client_request: sent, client_reply: reply } = trace
  const last = attempts.at(-1)
  return (
    <div class="trace">
      <p class="trace-summary">
        {trace.conversion === null || losses.length === 0 ? (
          <Status kind="good">{trace.conversion === null ? 'The bytes passed unchanged' : 'Nothing was lost'}</Status>
        ) : (
          <Status kind="warning">{losses.length === 1 ? '1 loss' : `${losses.length} losses`}</Status>
        )}
        {trace.conversion !== null && <span class="muted">{conversionText(trace.conversion)}</span>}
      </p>
      {attempts.length > 1 && <Attempts attempts={attempts} />}
      <div class="panes">
        <Pane title="1 · Client request" facts={`${sent.method} ${sent.path} · ${countText(sent.body_bytes)} bytes`} text={sent.body}>
          <Headers headers={pairs(sent.headers)} />
          <JsonView text={sent.body ?? ''} losses={of(losses, 'request')} label="Body of the client's request" />
        </Pane>
        <Pane
          title="2 · Provider request"
          facts={last === undefined ? '' : `${last.request.method} ${last.request.url} · after ${countText(last.request.at_ms)} ms`}
          text={last?.request.body}
        >
          {last === undefined ? (
            <p class="muted">Nothing was sent to a provider.</p>
          ) : (
            <>
              <Headers headers={pairs(last.request.headers)} />
              <Losses losses={of(losses, 'request')} />
              <JsonView
                text={last.request.body ?? ''}
                losses={counterpartsOf(of(losses, 'request'), sent.body ?? '', last.request.body ?? '')}
                label="Body of the provider's request"
              />
            </>
          )}
        </Pane>
        <Pane title="3 · Provider reply" facts={last?.reply == null ? '' : replyFacts(last.reply)} text={textOf(last?.reply)}>
          {last?.reply == null ? (
            <p class="muted">{last?.error ?? 'No reply.'}</p>
          ) : (
            <>
              <Headers headers={pairs(last.reply.headers)} />
              <ReplyBody frames={last.reply.frames} losses={of(losses, 'reply')} label="Reply of the provider" />
            </>
          )}
        </Pane>
        <Pane title="4 · Client reply" facts={reply === null ? '' : replyFacts(reply)} text={textOf(reply)}>
          {reply === null ? (
            <p class="muted">No reply.</p>
          ) : (
            <>
              <Headers headers={pairs(reply.headers)} />
              <Losses losses={of(losses, 'reply')} />
              <ReplyBody
                frames={reply.frames}
                losses={counterpartsOf(of(losses, 'reply'), wholeText(last?.reply?.frames), wholeText(reply.frames))}
                label="Reply to the client"
              />
            </>
          )}
        </Pane>
      </div>
      {trace.cut && <p class="hint">It was longer than what is kept: its end is not shown.</p>}
    </div>
  )
}

function Pane(properties: {
  readonly title: string
  readonly facts: string
  /** To be copied. */
  readonly text: string | null | undefined
  readonly children: ComponentChildren
}) {
  const { title, facts, text, children } = properties
  return (
    <section class="pane">
      <div class="pane-title">
        <h3>{title}</h3>
        {text != null && text !== '' && <CopyButton variant="quiet" text={text} what={title.slice(4).toLowerCase()} />}
      </div>
      {facts !== '' && <p class="pane-facts">{facts}</p>}
      {children}
    </section>
  )
}

function ReplyBody(properties: {
  readonly frames: PlatformTraceAttemptFrames
  readonly losses: readonly PlatformConversionLoss[]
  readonly label: string
}) {
  const { frames, losses, label } = properties
  const only = frames.length === 1 ? frames[0] : undefined
  if (only !== undefined && /^\s*[{[]/.test(only.text)) return <JsonView text={only.text} losses={losses} label={label} />
  return <Frames frames={frames.map(({ at_ms, text }) => ({ atMs: at_ms, text }))} label={label} />
}

/** Of a reply that is no stream. */
function wholeText(frames: PlatformTraceAttemptFrames = []): string {
  return frames.length === 1 ? (frames[0]?.text ?? '') : ''
}

function textOf(reply: PlatformTraceAttempt['reply'] | undefined): string | undefined {
  return reply?.frames.map(({ text }) => text).join('\n\n')
}

type PlatformTraceAttemptFrames = NonNullable<PlatformTraceAttempt['reply']>['frames']

function Attempts({ attempts }: { readonly attempts: readonly PlatformTraceAttempt[] }) {
  return (
    <ol class="attempts">
      {attempts.map((attempt, index) => (
        <li key={index}>
          {attempt.provider} · {attempt.model} · after {countText(attempt.request.at_ms)} ms ·{' '}
          {attempt.reply === null ? (attempt.error ?? 'no reply') : `status ${attempt.reply.status}`}
        </li>
      ))}
    </ol>
  )
}

function replyFacts({ status, at_ms, bytes }: { readonly status: number; readonly at_ms: number; readonly bytes: number }): string {
  return `status ${status} · after ${countText(at_ms)} ms · ${countText(bytes)} bytes`
}

function of(losses: readonly PlatformConversionLoss[], side: PlatformConversionLoss['side']): readonly PlatformConversionLoss[] {
  return losses.filter((loss) => loss.side === side)
}

function pairs(headers: readonly { readonly name: string; readonly value: string }[]): readonly (readonly [string, string])[] {
  return headers.map(({ name, value }) => [name, value] as const)
}
