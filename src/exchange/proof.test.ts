import { openProof, sealProof, type Proof } from './proof.js'

describe('sealed proofs', () => {
  const proofs: Proof[] = [
    { dialect: 'messages', kind: 'signature', value: 'EqQBCkYIBRgCKkA' },
    { dialect: 'generate-content', kind: 'thought-signature', value: 'c2lnbmVk' },
    { dialect: 'responses', kind: 'encrypted', value: 'gAAAA', itemId: 'rs_1' },
  ]
  test.each(proofs)('open to the same proof: $kind', (proof) => {
    expect(openProof(sealProof(proof))).toEqual(proof)
  })
  test.each(['EqQBCkYIBRgCKkA', '', 'WyJhbnl3aXJlLnByb29mLiI', 'not base64 at all!'])('any other text is not opened: %s', (text) => {
    expect(openProof(text)).toBeUndefined()
  })
})
