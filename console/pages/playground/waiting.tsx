import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { providerOf } from './models.js'

/** A line until the first token; after a second with the time, after ten with whom it waits for. */
export function Waiting({ model }: { readonly model: string }) {
  const seconds = useSignal(0)
  useEffect(() => {
    const started = performance.now()
    const timer = setInterval(() => (seconds.value = Math.floor((performance.now() - started) / 1000)), 250)
    return () => clearInterval(timer)
  }, [])
  return (
    <div class="waiting">
      <div class="skeleton-line" aria-hidden="true" />
      {seconds.value >= 1 && (
        <p class="muted">
          {seconds.value} s{seconds.value >= 10 && `: still waiting for ${providerOf(model)}`}
        </p>
      )}
    </div>
  )
}
