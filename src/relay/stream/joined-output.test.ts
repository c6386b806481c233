import { JoinedOutput } from './joined-output.js'
import { LongOutput } from './long-output.js'

test('short texts are one text', () => {
  const joined = new JoinedOutput()
  joined.add({ output: 'a', content: false })
  joined.add({ output: 'b', content: true, ended: 'complete' })
  expect(joined.take()).toEqual({ output: 'ab', content: true, ended: 'complete' })
})

test('texts, bytes and long outputs come in their order', () => {
  const joined = new JoinedOutput()
  for (const output of ['a', Buffer.from('ж'), new LongOutput(2, ['c', Buffer.from('d')].values()), 'e'.repeat(70_000), 'f'])
    joined.write(output)
  expect(joined.text()).toBe(`aжcd${'e'.repeat(70_000)}f`)
})

test('the first end stays where more comes after it', () => {
  const joined = new JoinedOutput()
  joined.add({ output: 'a', content: false, ended: 'complete' })
  joined.add({ output: 'b', content: false })
  expect(joined.ended).toBe('complete')
})
