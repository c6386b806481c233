import type { PlatformTrace } from '../../../generated/platform/model/index.js'
import { lazy } from '../../components/lazy.js'
import { Skeleton } from '../../components/states.js'

const TraceView = lazy<{ readonly trace: PlatformTrace }>(
  () => import('../playground/inspector/trace-view.js'),
  () => <Skeleton what="what was sent" />,
)

/** What client and provider sent and got, where it was kept. */
export function Wire({ trace }: { readonly trace: PlatformTrace }) {
  return (
    <section class="stack wire">
      <h2>On the wire</h2>
      <TraceView trace={trace} />
    </section>
  )
}
