import type { WireObject } from '../../dialects/dialect.js'
import { clientDialects } from '../../dialects/registry.js'
import { chatDialects, upstreamDialectNames, type ChatDialect, type UpstreamDialect } from '../../exchange/dialect-name.js'
import { refuse } from '../../exchange/error.js'
import type { Conversion, ConversionServices, Converted } from './conversion.js'
import { convertReply, convertStream } from './convert-reply.js'
import { convertRequest } from './convert-request.js'

/** Translates one request, reply or stream as the relay would, and sends nothing. Throws a 400 that names the field, below `/body` those of the body. */
export async function convert(conversion: Conversion, services: ConversionServices): Promise<Converted> {
  const { what, from, to, body, text, request } = conversion
  if (what === 'request') {
    const dialect = clientDialects[chatStyle('/from', from)]
    const wire = checked('/body', required('/body', body), dialect.name, services)
    return convertRequest({ ...conversion, dialect, wire }, services)
  }
  const target = chatStyle('/to', to)
  const answered = request === undefined ? undefined : checked('/request', request, target, services)
  const context = { from: upstreamStyle('/from', from), to: clientDialects[target], model: conversion.model, request: answered }
  return what === 'reply'
    ? convertReply(required('/body', body), context, services)
    : convertStream(required('/text', text), context, services)
}

/** Codecs read only what the contract has let through. */
function checked(at: string, wire: WireObject, style: ChatDialect, { problemIn }: ConversionServices): WireObject {
  const [{ whole }] = clientDialects[style].facts.operations
  const problem = problemIn(whole, wire)
  if (problem !== undefined) throw refuse(`${at}${problem.pointer}`, problem.message)
  return wire
}

function required<Value>(at: string, value: Value | undefined): Value {
  if (value === undefined) throw refuse(at, `${at.slice(1)} is missing.`)
  return value
}

function chatStyle(at: string, name: string): ChatDialect {
  return known(at, name, chatDialects)
}

function upstreamStyle(at: string, name: string): UpstreamDialect {
  return known(at, name, upstreamDialectNames)
}

function known<Name extends string>(at: string, name: string, names: readonly Name[]): Name {
  const found = names.find((one) => one === name)
  if (found === undefined) throw refuse(at, `There is no style ${JSON.stringify(name)} here; there are ${names.join(', ')}.`)
  return found
}
