import { expect, test } from 'vitest'
import { bytesOfBody, fitting, MOST_PAGE_BYTES, pageOf } from './pages.ts'

const rows = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, n) => ({ id: n, body: { text: 'x'.repeat(bytes - 11) } }))

test('a page of large rows ends at 2 MB, and the next one continues there', () => {
  const large = rows(30, 256 * 1024)
  const first = pageOf(large, { limit: 100 }, 0, bytesOfBody)
  expect(first.items).toHaveLength(8)
  expect(first).toMatchObject({ total: 30, next: '8' })
  const seen = [...first.items]
  for (let { next } = first; next !== null;) {
    const page = pageOf(large, { limit: 100, cursor: next }, 0, bytesOfBody)
    seen.push(...page.items)
    next = page.next
  }
  expect(seen).toEqual(large)
})

test('a row larger than a page is a page of its own', () => {
  expect(fitting(rows(3, MOST_PAGE_BYTES * 2), 1, 10, bytesOfBody)).toBe(1)
})

test('a page of small rows ends by count, and the last page has no next', () => {
  expect(pageOf(rows(5, 100), { limit: 3 }, 0, bytesOfBody)).toMatchObject({ next: '3' })
  expect(pageOf(rows(5, 100), { limit: 3, cursor: '3' }, 0, bytesOfBody).next).toBeNull()
  expect(pageOf(rows(5, 100), { limit: 3, cursor: '9' }, 0, bytesOfBody)).toMatchObject({
    items: [],
    next: null,
  })
})
