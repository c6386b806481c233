import type { Usage } from '../exchange/usage.js'
import type { Client } from '../record/client.js'
import { completed, type Ending } from '../record/ending.js'
import type { Attempt, Conversion } from '../record/request-record.js'
import type { Charge } from '../accounting/charge.js'
import type { BegunRequest, SentRecord, WorkerMessage } from './messages.js'

/** What goes to another process together: messages, and JSON texts of packed ones. */
export type Batch = readonly (WorkerMessage | string)[]

/** A record without its names, which would take more time than its values. */
type PackedRecord = readonly [
  age: number,
  durationMs: number,
  firstByteMs: number | null,
  endUser: string | null,
  tags: readonly string[],
  style: string | null,
  model: string | null,
  attempts: readonly Attempt[],
  /** 1: that of the charge. */
  usage: Usage | null | 1,
  charged: Usage,
  source: Charge['source'],
  /** In decimal. */
  cost: string,
  costSource: Charge['costSource'],
  conversion: Conversion | null,
  /** A number: the status of a complete reply. */
  ending: Ending | number,
]

type PackedBegun = readonly [
  id: string,
  method: string,
  path: string,
  address: string | null,
  userAgent: string | null,
  requestId: string | null,
  traceparent: string | null,
]

type Packed =
  | readonly [kind: 'b', number: number, caller: string, money: string, request: PackedBegun, record: PackedRecord | null]
  | readonly [kind: 'w', caller: string, money: string, request: PackedBegun, record: PackedRecord]
  | readonly [kind: 'f', number: number, record: PackedRecord]

/** Messages of requests, of which there are many, become JSON: V8's structured clone of such objects takes several times as long. */
export function pack(messages: readonly WorkerMessage[]): Batch {
  const batch: (WorkerMessage | string)[] = []
  let run: Packed[] = []
  for (const message of messages) {
    const packed = packedOf(message)
    if (packed !== undefined) {
      run.push(packed)
      continue
    }
    if (run.length > 0) batch.push(JSON.stringify(run))
    run = []
    batch.push(message)
  }
  if (run.length > 0) batch.push(JSON.stringify(run))
  return batch
}

/** Hands the messages on, in their order. */
export function unpack(batch: Batch, take: (message: WorkerMessage) => void): void {
  for (const item of batch) {
    if (typeof item === 'string') for (const packed of JSON.parse(item) as readonly Packed[]) take(unpacked(packed))
    else take(item)
  }
}

function packedOf(message: WorkerMessage): Packed | undefined {
  switch (message.type) {
    case 'begin': {
      const { number, caller, money, request, record } = message
      return ['b', number, caller, String(money), packedBegun(request), record === undefined ? null : packedRecord(record)]
    }
    case 'whole':
      return ['w', message.caller, String(message.money), packedBegun(message.request), packedRecord(message.record)]
    case 'finished':
      return ['f', message.number, packedRecord(message.record)]
    default:
      return undefined
  }
}

function unpacked(packed: Packed): WorkerMessage {
  switch (packed[0]) {
    case 'b': {
      const [, number, caller, money, request, record] = packed
      const begun = { type: 'begin', number, caller, money: BigInt(money), request: begunOf(request) } as const
      return { ...begun, record: record === null ? undefined : recordOf(record) }
    }
    case 'w': {
      const [, caller, money, request, record] = packed
      return { type: 'whole', caller, money: BigInt(money), request: begunOf(request), record: recordOf(record) }
    }
    case 'f':
      return { type: 'finished', number: packed[1], record: recordOf(packed[2]) }
  }
}

function packedBegun({ id, method, path, client }: BegunRequest): PackedBegun {
  const { address, userAgent, requestId, traceparent } = client
  return [id, method, path, address ?? null, userAgent ?? null, requestId ?? null, traceparent ?? null]
}

function begunOf([id, method, path, address, userAgent, requestId, traceparent]: PackedBegun): BegunRequest {
  const client: Client = {
    address: address ?? undefined,
    userAgent: userAgent ?? undefined,
    requestId: requestId ?? undefined,
    traceparent: traceparent ?? undefined,
  }
  return { id, method, path, client }
}

function packedRecord(record: SentRecord): PackedRecord {
  const { age, durationMs, firstByteMs, endUser, tags, style, model, attempts, usage, charge, conversion, ending } = record
  return [
    age,
    durationMs,
    firstByteMs ?? null,
    endUser ?? null,
    tags,
    style ?? null,
    model ?? null,
    attempts,
    usage === charge.usage ? 1 : (usage ?? null),
    charge.usage,
    charge.source,
    String(charge.cost),
    charge.costSource,
    conversion ?? null,
    ending.outcome === 'ok' ? ending.status : ending,
  ]
}

function recordOf(packed: PackedRecord): SentRecord {
  const [
    age,
    durationMs,
    firstByteMs,
    endUser,
    tags,
    style,
    model,
    attempts,
    usage,
    charged,
    source,
    cost,
    costSource,
    conversion,
    ending,
  ] = packed
  return {
    endUser: endUser ?? undefined,
    tags,
    style: style ?? undefined,
    model: model ?? undefined,
    attempts,
    firstByteMs: firstByteMs ?? undefined,
    usage: usage === 1 ? charged : (usage ?? undefined),
    charge: { source, usage: charged, cost: BigInt(cost), costSource },
    conversion: conversion ?? undefined,
    durationMs,
    ending: typeof ending === 'number' ? completed(ending) : ending,
    age,
  }
}
