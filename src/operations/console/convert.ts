import type { Conversion } from '../../relay/conversion/conversion.js'
import { convert as convertBody } from '../../relay/conversion/convert.js'
import { bodyWith } from '../admin/read-body.js'
import type { OperationHandler } from '../operation.js'

/** `POST /api/convert` */
export const convert: OperationHandler<'convert'> = async (request, { relay, console }) => {
  const asked = bodyWith<Conversion>(request, 'A conversion', ['what', 'from', 'to', 'model', 'stream', 'body', 'text', 'request'])
  const services = { problemIn: console.problemIn, newId: relay.newId, now: relay.now() }
  const { to, conversion, address, headers = {}, body, stream, losses } = await convertBody(asked, services)
  return {
    status: 200,
    body: {
      what: asked.what,
      from: asked.from,
      to,
      conversion,
      method: address?.method ?? null,
      path: address?.path ?? null,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body: body ?? null,
      stream: stream ?? null,
      losses: [...losses],
    },
  }
}
