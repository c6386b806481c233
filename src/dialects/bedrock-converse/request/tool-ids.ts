import { createHash } from 'node:crypto'

const valid = /^[a-zA-Z0-9_.:-]{1,64}$/

/** An id of a call as Converse takes it; made from the id alone, so that the same history gives the same ids each time. */
export function fitToolId(id: string): string {
  if (valid.test(id)) return id
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 16)
  return `${id.replaceAll(/[^a-zA-Z0-9_.:-]/g, '_').slice(0, 40)}_${digest}`
}
