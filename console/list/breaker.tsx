import { Status } from '../components/status.js'

type State = 'closed' | 'open' | 'half_open' | null

/** Whether a target is asked. */
export function Breaker({ state }: { readonly state: State }) {
  switch (state) {
    case 'closed':
      return <Status kind="good">Asked</Status>
    case 'half_open':
      return <Status kind="warning">On trial</Status>
    case 'open':
      return <Status kind="bad">Not asked after failures</Status>
    case null:
      return <Status kind="neutral">No such provider</Status>
  }
}
