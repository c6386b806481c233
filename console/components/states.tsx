import type { ComponentChildren } from 'preact'
import type { Problem } from '../api/problem.js'
import { Button } from './button.js'
import { CopyButton } from './copy-button.js'
import { Icon } from './icon.js'

export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: string
  readonly children?: ComponentChildren
  readonly action?: ComponentChildren
}) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children !== undefined && <div class="empty-text">{children}</div>}
      {action}
    </div>
  )
}

/** What failed, what to try, and the id under which the log has it. */
export function ErrorBlock({
  problem,
  advice,
  onRetry,
  retryWaits = false,
}: {
  readonly problem: Problem
  readonly advice?: ComponentChildren
  readonly onRetry?: (() => void) | undefined
  /** It is too early to try again. */
  readonly retryWaits?: boolean
}) {
  return (
    <div class="error-block" role="alert">
      <p class="error-title">
        <Icon name="alert" />
        <strong>
          {problem.status > 0 && `${problem.status} · `}
          {problem.title}
        </strong>
      </p>
      <p class="error-detail">{problem.detail}</p>
      {advice !== undefined && <p>{advice}</p>}
      {problem.requestId !== undefined && (
        <p class="error-id">
          <span>
            Request id <code>{problem.requestId}</code>
          </span>
          <CopyButton variant="quiet" text={problem.requestId} what="the request id" />
        </p>
      )}
      {onRetry !== undefined && (
        <Button icon="refresh" disabled={retryWaits} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** Why an object could not be loaded. One that does not exist is no failure: there is nothing to try again. */
export function NotLoaded({
  problem,
  missing,
  action,
  onRetry,
}: {
  readonly problem: Problem
  /** What is said where there is no such object. */
  readonly missing: string
  readonly action: ComponentChildren
  readonly onRetry: () => void
}) {
  return problem.status === 404 ? <EmptyState title={missing} action={action} /> : <ErrorBlock problem={problem} onRetry={onRetry} />
}

/** A whole page while it loads, which has a heading as each page has one. */
export function LoadingPage({ what }: { readonly what: string }) {
  return (
    <main class="bare">
      <h1 class="visually-hidden">anywire</h1>
      <Skeleton what={what} />
    </main>
  )
}

/** Grey lines while something loads; said in words to screen readers. */
export function Skeleton({ lines = 3, what = 'the page' }: { readonly lines?: number; readonly what?: string }) {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">Loading {what}</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} class="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  )
}
