import type { LossLedger } from '../../../exchange/ledger.js'

/** Records the id and status of an item as not needed: only this dialect has them, and other dialects rely on the order of the turns. */
export function moveIdentity(item: { readonly id?: unknown; readonly status?: unknown }, at: string, ledger: LossLedger): void {
  if (typeof item.id === 'string') ledger.move(`${at}/id`, 'not needed: the order of the turns identifies the item')
  if (typeof item.status === 'string') ledger.move(`${at}/status`, 'not needed in the history')
}
