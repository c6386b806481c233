import { Status } from '../components/status.js'

type State = 'closed' | 'open' | 'half_open' | null

/** Whether requests go to a target: its breaker in words. */
export function Breaker({ state }: { readonly state: State }) {
  switch (state) {
    case 'closed':
      return <Status kind="good">Healthy</Status>
    case 'half_open':
      return <Status kind="warning">On trial</Status>
    case 'open':
      return <Status kind="bad">Paused after failures</Status>
    case null:
      return <Status kind="neutral">No such provider</Status>
  }
}
