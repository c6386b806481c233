import { ServerResponse, type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders } from 'node:http'
import { limitHeaderLines, type ToldLimits } from '../access/limit-headers.js'

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[]

const headEnd = '\r\n\r\n'

/** A reply whose head tells the quotas of its caller. */
export class GatewayResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  limits: ToldLimits | undefined
  /** Node's: the head as it is sent, once it is written. */
  declare _header: string | null

  /** Called for every head: by Node itself where nobody wrote one before the body. */
  override writeHead(status: number, messageOrHeaders?: string | Head, headersBesideMessage?: Head): this {
    if (typeof messageOrHeaders === 'string') super.writeHead(status, messageOrHeaders, headersBesideMessage)
    else super.writeHead(status, messageOrHeaders)
    if (this.limits !== undefined) this.#tell(this.limits)
    return this
  }

  /** As text: Node would look at each name and value, which takes as long as all else that limits cost. */
  #tell(limits: ToldLimits): void {
    const head = this._header
    if (head?.endsWith(headEnd) !== true) throw new Error('Node has not written the head')
    this._header = `${head.slice(0, -2)}${limitHeaderLines(limits)}\r\n`
  }
}
