import type { Ending } from '../record/ending.js'

/** How requests end whose worker ends before them. */
export const workerEnded: Ending = {
  outcome: 'interrupted',
  status: 500,
  error: 'internal',
  message: 'The process that answered this request has ended.',
}
