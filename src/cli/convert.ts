import { randomBytes } from 'node:crypto'
import { Contract } from '../contract/contract.js'
import { ownOperations } from '../contract/own-operations.js'
import { GatewayFailure } from '../exchange/error.js'
import { defined, parseObject } from '../json/object.js'
import type { Conversion } from '../relay/conversion/conversion.js'
import { convert } from '../relay/conversion/convert.js'
import { CommandError } from './command-error.js'
import type { Command, CommandOptions } from './command.js'
import { remark } from './complaint.js'
import { readInput } from './read-input.js'
import { UsageError } from './usage-error.js'

const subjects = ['request', 'reply', 'stream'] as const

/** What the gateway would make of a file's request, reply or stream; no gateway is needed. What is lost goes to standard error. */
export const convertFile: Command = async (options) => {
  const contract = new Contract(await ownOperations())
  const converted = await attempt(() =>
    convert(conversionOf(options), {
      problemIn: (operationId, wire) => contract.operation(operationId)?.body?.(wire),
      newId: (prefix) => prefix + randomBytes(16).toString('hex'),
      now: Date.now(),
    }),
  )
  const { conversion, address, body, stream, losses } = converted
  if (options.json) {
    process.stdout.write(`${JSON.stringify(converted)}\n`)
    return 0
  }
  remark(options, address === undefined ? conversion : `${conversion}\n${address.method} ${address.path}`)
  for (const { at, action, why } of losses) remark(options, `  ${at} ${action}: ${why}`)
  process.stdout.write(stream ?? `${JSON.stringify(body, null, 2)}\n`)
  return 0
}

function conversionOf({ words, from, to, what = 'request', model, stream }: CommandOptions): Conversion {
  const [file = ''] = words
  const subject = subjects.find((one) => one === what)
  if (subject === undefined) throw new UsageError(`--what takes ${subjects.join(', ')}, not ${JSON.stringify(what)}`)
  if (from === undefined || to === undefined)
    throw new UsageError('convert needs both styles', 'anywire convert FILE --from messages --to chat-completions')
  const text = readInput(file)
  const asked = { what: subject, from, to, model, stream }
  if (subject === 'stream') return defined<Conversion>({ ...asked, text })
  const body = parseObject(text)
  if (body === undefined) throw new CommandError(`${file} has no JSON object`)
  return defined<Conversion>({ ...asked, body })
}

async function attempt<Value>(make: () => Promise<Value>): Promise<Value> {
  try {
    return await make()
  } catch (thrown) {
    if (!(thrown instanceof GatewayFailure)) throw thrown
    const { param, message } = thrown.error
    throw new CommandError(param === undefined ? message : `${param}: ${message}`, undefined, { cause: thrown })
  }
}
