import { sealProof } from '../../../exchange/proof.js'
import { withoutForeignProofs } from './foreign-proofs.js'

const sealed = sealProof({ dialect: 'messages', kind: 'signature', value: 'EqQBCkYIBRgCKkA' })
const call = { functionCall: { name: 'look', args: {} } }
const user = { role: 'user', parts: [{ text: 'Hi.' }] }
const model = (...parts: object[]) => ({ role: 'model', parts })

test.each<[string, object[], object[] | undefined]>([
  ['an own signature', [user, model({ ...call, thoughtSignature: 'c2lnbmVk' })], undefined],
  ['a signed call', [user, model({ ...call, thoughtSignature: sealed })], [user, model(call)]],
  ['snake case', [user, model({ ...call, thought_signature: sealed })], [user, model(call)]],
  ['a thought', [model({ text: 'Hm.', thought: true, thoughtSignature: sealed }, call)], [model(call)]],
  ['a signed text', [model({ text: 'A.', thoughtSignature: sealed })], [model({ text: 'A.' })]],
  ['a content without other parts', [user, model({ text: '', thoughtSignature: sealed }), user], [user, user]],
])('%s', (_name, contents, expected) => {
  expect(withoutForeignProofs({ contents }, { model: 'gemini-2.5-flash' })).toEqual(
    expected === undefined ? undefined : { contents: expected },
  )
})

test('one content and one part without their lists', () => {
  const contents = { role: 'model', parts: { text: 'A.', thoughtSignature: sealed } }
  expect(withoutForeignProofs({ contents }, { model: 'gemini-2.5-flash' })).toEqual({ contents: [model({ text: 'A.' })] })
})

test('models from Gemini 3 on get a stand-in on the first tool call', () => {
  const contents = [model({ ...call, thoughtSignature: sealed }, call)]
  expect(withoutForeignProofs({ contents }, { model: 'gemini-3-pro-preview' })).toEqual({
    contents: [model({ ...call, thoughtSignature: 'skip_thought_signature_validator' }, call)],
  })
})
