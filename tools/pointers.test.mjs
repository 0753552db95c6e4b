import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { roomOf } from './affected/choose.mjs'

const root = path.resolve(import.meta.dirname, '..')
const found = (pattern, ...paths) => {
  try {
    const said = execFileSync('git', ['grep', '-IoniE', pattern, '--', ...paths], { cwd: root })
    return String(said).trimEnd().split('\n')
  } catch (error) {
    if (error.status === 1) return []
    throw error
  }
}

test('a reference in a comment such as contract D7 has a heading of that name', () => {
  const page = readFileSync(path.join(root, 'docs/contract.md'), 'utf8')
  const headings = new Set([...page.matchAll(/^## (D\d+)\. /gm)].map(([, name]) => name))
  const pointers = found('contract D[0-9]+', '*.ts', '*.tsx', '*.mjs', '*.md', '*.sql')
  expect(pointers.length).toBeGreaterThan(10)
  expect(pointers.filter((line) => !headings.has(/D\d+$/i.exec(line)[0].toUpperCase()))).toEqual([])
})

test('no comment points to a page that is not in the tree', () => {
  const pointers = found('[(, ][a-z0-9-]+\\.md\\b', '*.ts', '*.tsx', '*.sql')
  const known = new Set(
    String(execFileSync('git', ['ls-files', '*.md'], { cwd: root }))
      .split('\n')
      .map((name) => path.basename(name)),
  )
  expect(pointers.filter((line) => !known.has(line.split(/[(, ]/).at(-1)))).toEqual([])
})

test('the first line of a durability test names rooms of the server, or all', () => {
  const files = String(execFileSync('git', ['ls-files', '*.durability.test.ts'], { cwd: root }))
    .trimEnd()
    .split('\n')
  const folders = new Set(
    String(execFileSync('git', ['ls-files', 'server/src'], { cwd: root }))
      .split('\n')
      .map(roomOf),
  )
  const wrong = files.filter((file) => {
    const [first] = readFileSync(path.join(root, file), 'utf8').split('\n')
    const rooms = /^\/\/ Rooms: (.+)$/.exec(first)?.[1]
    return rooms !== 'all' && rooms?.split(', ').every((room) => folders.has(room)) !== true
  })
  expect(files.length).toBeGreaterThan(30)
  expect(wrong).toEqual([])
})
