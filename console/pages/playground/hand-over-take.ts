import { chatDialects } from '../../../src/exchange/dialect-name.js'
import { parseObject } from '../../../src/json/object.js'
import { handOver } from './hand-over.js'
import { change, openConversation } from './playground.js'
import { readConversation } from './requests/read-body.js'
import { pastedToken, tokenSource } from './token.js'

/** Takes what another page opened the playground with: a token, a model, or a whole request. */
export function takeHandOver(): void {
  const given = handOver.value
  if (given === undefined) return
  handOver.value = undefined
  const style = chatDialects.find((one) => one === given.style)
  if (given.key !== undefined) {
    tokenSource.value = 'pasted'
    pastedToken.value = given.key
  }
  if (given.model !== undefined) change({ model: given.model })
  if (style !== undefined) change({ style })
  const body = parseObject(given.body ?? '')
  if (style === undefined || body === undefined) return
  const { system, turns } = readConversation(style, body)
  change({ system })
  openConversation(turns)
}
