import { ServerResponse, type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders } from 'node:http'
import { addLimitHeaders, type ToldLimits } from '../access/limit-headers.js'

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** A reply whose head tells the quotas of its caller. */
export class GatewayResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  limits: ToldLimits | undefined

  /** Called for every head: by Node itself where nobody wrote one before the body. Adds to the headers that it is given. */
  override writeHead(status: number, messageOrHeaders?: string | Head, headersBesideMessage?: Head): this {
    const { limits } = this
    const message = typeof messageOrHeaders === 'string' ? messageOrHeaders : undefined
    const headers = typeof messageOrHeaders === 'string' ? headersBesideMessage : messageOrHeaders
    if (limits !== undefined) this.#tell(limits, headers)
    return message === undefined ? super.writeHead(status, headers) : super.writeHead(status, message, headers)
  }

  #tell(limits: ToldLimits, given: Head | undefined): void {
    const headers = given === undefined || Array.isArray(given) ? {} : given
    addLimitHeaders(headers, limits)
    if (headers !== given) for (const [name, value] of Object.entries(headers)) this.setHeader(name, value ?? '')
  }
}
