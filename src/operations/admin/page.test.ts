import { pageOf } from './page.js'

const all = ['b', 'd', 'a', 'c', 'B'].map((name) => ({ name }))

test('page by page, every entry once, in one order', () => {
  const read: string[] = []
  let after: string | null = ''
  for (let page = 0; after !== null && page < 10; page++) {
    const { items, next }: ReturnType<typeof pageOf> = pageOf(all, { limit: 2, after })
    for (const { name } of items) read.push(name)
    after = next
  }
  expect(read).toEqual(['B', 'a', 'b', 'c', 'd'])
})

test('a page that ends with the list names no other, and one behind it is empty', () => {
  expect(pageOf(all, { limit: 5 })).toMatchObject({ next: null })
  expect(pageOf(all, { after: 'd' })).toEqual({ items: [], next: null })
})

test('pages of many names are those of the sorted list', () => {
  const many = Array.from({ length: 3000 }, (_, index) => ({ name: `n${(index * 2_654_435_761) % 1_000_003}` }))
  const sorted = many.map(({ name }) => name).sort()
  for (const after of ['', sorted[10], sorted[2995]])
    expect(pageOf(many, { limit: 50, ...(after === undefined ? {} : { after }) }).items.map(({ name }) => name)).toEqual(
      sorted.filter((name) => name > (after ?? '')).slice(0, 50),
    )
})
