import { sealProof } from '../../../exchange/proof.js'
import type { ResponsesInputItem } from '../../../../generated/responses/model/index.js'
import { faults } from '../fixtures/context.js'
import { inputItemList, outputAsInputItems, toInputItems, withoutForeignProofs } from '../index.js'

const user = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi.' }] } as const

describe('a stored response', () => {
  it('gives its input as items', () => {
    expect(toInputItems('Hi.')).toEqual([user])
    const items = [{ role: 'user', content: 'A' }] as ResponsesInputItem[]
    expect(toInputItems(items)).toBe(items)
    expect(toInputItems(undefined)).toEqual([])
  })

  it('gives its output as items of every type that are valid input', () => {
    const output = [
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'b3Bh' },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'A', annotations: [], logprobs: [] }],
      },
      { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'read', arguments: '{}', status: 'completed' },
    ]
    const items = outputAsInputItems(output)
    expect(items.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call'])
    expect(items[1]).toMatchObject({ content: [{ type: 'output_text', text: 'A' }] })
    for (const item of items) expect(faults('ResponsesInputItem', item)).toEqual([])
    expect(outputAsInputItems(undefined)).toEqual([])
  })
})

describe('the list of input items', () => {
  const items = [
    { role: 'user', content: 'A' },
    { ...user, id: 'msg_b' },
    { type: 'function_call_output', call_id: 'c', output: '4' },
  ] as ResponsesInputItem[]
  const ids = (options: Parameters<typeof inputItemList>[1]) => inputItemList(items, options).data.map((item) => item['id'])

  it('is valid and newest first, and every item has an id', () => {
    const list = inputItemList(items)
    expect(faults('ResponsesItemList', list)).toEqual([])
    expect(list).toMatchObject({ object: 'list', first_id: 'fco_0002', last_id: 'msg_0000', has_more: false })
    expect(list.data[2]).toEqual({
      type: 'message',
      id: 'msg_0000',
      role: 'user',
      status: 'completed',
      content: [{ type: 'input_text', text: 'A' }],
    })
  })

  it('has pages', () => {
    expect(ids({ limit: 2 })).toEqual(['fco_0002', 'msg_b'])
    expect(inputItemList(items, { limit: 2 }).has_more).toBe(true)
    expect(ids({ after: 'msg_b' })).toEqual(['msg_0000'])
    expect(ids({ before: 'msg_b' })).toEqual(['fco_0002'])
    expect(ids({ order: 'asc', limit: 1 })).toEqual(['msg_0000'])
    expect(inputItemList([])).toEqual({ object: 'list', data: [], first_id: null, last_id: null, has_more: false })
  })
})

it('sealed proofs of other dialects are removed from requests to providers of this dialect', () => {
  const own = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'b3Bh' }
  const foreign = { ...own, encrypted_content: sealProof({ dialect: 'messages', kind: 'signature', value: 'x' }) }
  expect(withoutForeignProofs([user, foreign, own])).toEqual([user, own])
  const clean = [user, own]
  expect(withoutForeignProofs(clean)).toBe(clean)
})
