import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { getReleaseNotes, markReleaseNotesRead } from '@samudra/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { silentLog } from '../../../platform/kernel/text/log.ts'
import { compareVersions, readReleaseNotes } from './release-notes.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-notes-'))
const write = (name: string, text: string) => {
  mkdirSync(path.join(folder, path.dirname(name)), { recursive: true })
  writeFileSync(path.join(folder, name), text)
}
let server: TestServer
let user: Awaited<ReturnType<typeof aUser>>
beforeAll(async () => {
  write('0.9.0/index.md', '---\ndate: 2026-01-05\ntitle: First light\n---\n')
  write('0.9.0/tracks.md', '---\nkind: fixed\nroute: /home/main/map\n---\nTracks end where the ship is.\n')
  write('0.10.0/index.md', '---\ndate: 2026-03-01\n---\n')
  write('0.10.0/a.md', '---\nkind: better\n---\nThe map is faster.\n')
  write('0.10.0/b.md', '---\nkind: new\nroles: ADMIN\n---\nUsers can be blocked.\n')
  write('0.10.0/broken.md', 'no kind at all')
  write('0.8.0/admin.md', '---\nkind: new\nroles: [admin]\n---\nOnly for administrators.\n')
  write('next/coming.md', '---\nkind: new\n---\nAlerts.\n')
  server = await aServer([], undefined, { releaseNotesFolder: folder, version: '0.11.0' })
  user = await aUser(server, 'operator')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('every note of this release is shown', async () => {
  const leftOut: unknown[] = []
  const log = { ...silentLog, warn: (_: string, more: unknown) => void leftOut.push(more) }
  const notes = await readReleaseNotes(
    path.resolve(import.meta.dirname, '../../../../../release-notes'),
    '0.11.0',
    log,
  )
  expect(notes.flatMap(({ items }) => items).length).toBeGreaterThan(10)
  expect(leftOut).toEqual([])
})

test('notes are newest first with upcoming ones on top; administrator items are for them alone', async () => {
  const all = await server.call(getReleaseNotes, {})
  expect(all.items.map(({ version, title, date }) => [version, title, date])).toEqual([
    ['0.11.0', 'Coming in 0.11.0', ''],
    ['0.10.0', 'Version 0.10.0', '2026-03-01'],
    ['0.9.0', 'First light', '2026-01-05'],
    ['0.8.0', 'Version 0.8.0', ''],
  ])
  expect(all.items[1]!.items.map(({ kind, text }) => [kind, text])).toEqual([
    ['NEW', 'Users can be blocked.'],
    ['CHANGE', 'The map is faster.'],
  ])
  expect(all.items[2]!.items[0]).toEqual({
    kind: 'FIX',
    text: 'Tracks end where the ship is.',
    route: '/home/main/map',
    roles: [],
  })
  const shown = await user.call(getReleaseNotes, {})
  expect(shown.items.map(({ version }) => version)).toEqual(['0.11.0', '0.10.0', '0.9.0'])
  expect(JSON.stringify(shown)).not.toContain('blocked')
})

test('read notes are remembered for each user, and only the rest is unread', async () => {
  expect((await user.call(getReleaseNotes, {})).unread).toBe(3)
  expect(await user.call(markReleaseNotesRead, { ids: ['0.10.0', '0.9.0', 'no such'] })).toEqual({
    unread: 1,
  })
  expect((await user.call(getReleaseNotes, { unread: true })).items.map(({ version }) => version)).toEqual([
    '0.11.0',
  ])
  expect((await server.call(getReleaseNotes, {})).unread).toBe(4)
})

test('a search finds items by their words, and a version or a day where to begin', async () => {
  const found = await server.call(getReleaseNotes, { q: 'MAP faster' })
  expect(found.items.map(({ version, items }) => [version, items.length])).toEqual([['0.10.0', 1]])
  const versions = async (since: string) =>
    (await server.call(getReleaseNotes, { since })).items.map(({ version }) => version)
  expect(await versions('0.9.0')).toEqual(['0.11.0', '0.10.0'])
  const page = await server.call(getReleaseNotes, { limit: 3 })
  expect(page).toMatchObject({ total: 4, next: '3' })
  expect((await server.call(getReleaseNotes, { limit: 3, cursor: page.next! })).items).toHaveLength(1)
})

test('versions are compared by their numbers, and a trial version comes before its own', () => {
  const sorted = ['1.0.0', '0.10.0', '1.0.0-rc2', '0.9.1', '1.0.0-rc1'].sort(compareVersions)
  expect(sorted).toEqual(['0.9.1', '0.10.0', '1.0.0-rc1', '1.0.0-rc2', '1.0.0'])
})

test('every note in this installation has a kind and a sentence, and names no code', async () => {
  const lines: unknown[] = []
  const log = { ...silentLog, warn: (what: string, facts: unknown) => void lines.push(what, facts) }
  const root = path.resolve(import.meta.dirname, '../../../../..')
  const notes = await readReleaseNotes(path.join(root, 'release-notes'), '1.0.0', log)
  expect(lines).toEqual([])
  const items = notes.flatMap(({ items: answer }) => answer)
  expect(items.length).toBeGreaterThan(5)
  expect(items.filter((item) => /`|--\w|\/healthz/.test(JSON.stringify(item)))).toEqual([])
})
