import type { LossLedger } from '../../../exchange/ledger.js'

/** Ids and states of replayed items bind them to this style; elsewhere their order says the same. */
export function moveIdentity(item: { readonly id?: unknown; readonly status?: unknown }, at: string, ledger: LossLedger): void {
  if (typeof item.id === 'string') ledger.move(`${at}/id`, 'the order of the turns says the same')
  if (typeof item.status === 'string') ledger.move(`${at}/status`, 'the item is there')
}
