import type { EpochMs } from '@samudra/nautical/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { ANONYMOUS, type Caller } from '../http/caller.ts'
import { parseSearch } from './full-text.sql.ts'
import { openObjects } from './open-objects.ts'
import type { StoredObjects } from './stored-objects.ts'

type Report = { subject: string; text: string; from: string }
let database: Awaited<ReturnType<typeof aDatabase>>
let reports: StoredObjects<Report>
let now = Date.UTC(2026, 4, 17, 12)
beforeAll(async () => {
  database = await aDatabase()
  reports = await openObjects<Report>(
    { db: database.db, clock: { now: () => now as EpochMs } },
    {
      type: 'report',
      noun: 'report',
      storage: 'stored',
      searched: {
        of: ({ subject, text }) => ({ title: subject, text }),
        fields: { from: 'from', subject: 'subject' },
      },
    },
  )
})
afterAll(() => database.drop())

const as = (userId: string, more: Partial<Caller> = {}): Caller => ({
  ...ANONYMOUS,
  userId,
  username: userId,
  ...more,
})
const asha = as('asha', { groups: ['navy'] })
const binu = as('binu', { groups: ['navy', 'coast'] })
const chan = as('chan', { groups: ['customs'] })
const admin = as('root', { isAdmin: true })
const SEARCHABLE = { fields: ['from', 'subject'], isTimed: true }

async function found(text: string, who: Caller, more: { zone?: string; limit?: number } = {}) {
  const { items } = await reports.search(who, parseSearch(text, SEARCHABLE), { limit: 50, ...more })
  return items.map(({ body }) => body.subject)
}
type Stated = { from?: string; visibility?: 'GROUP' | 'PRIVATE' }
const draft = (subject: string, text: string, { from = 'Desk', visibility = 'GROUP' }: Stated = {}) => ({
  body: { subject, text, from },
  visibility,
})

/** One after another, as people do. */
async function file(who: Caller, drafts: Parameters<typeof reports.addAll>[1]) {
  for (const one of drafts) {
    now += 1000
    await reports.add(who, one)
  }
}

test('words match by stem, beginning and without accents, phrases literally, exclusions never', async () => {
  await file(asha, [
    draft('Tankers off Salālah', 'Three tankers drifting, engines stopped.'),
    draft('Drill', 'A drill with the tanker Sagar; nothing stopped there.'),
    draft('मछली पकड़ने की नाव', 'நாகப்பட்டினம் fishing boats north-east of the buoy'),
  ])
  expect(await found('tanker', asha)).toEqual(['Drill', 'Tankers off Salālah'])
  expect(await found('SALALAH', asha)).toEqual(['Tankers off Salālah'])
  expect(await found('tank stop', asha)).toEqual(['Drill', 'Tankers off Salālah'])
  expect(await found('"engines stopped"', asha)).toEqual(['Tankers off Salālah'])
  expect(await found('tanker -drill', asha)).toEqual(['Tankers off Salālah'])
  expect(await found('north-east', asha)).toEqual(['मछली पकड़ने की नाव'])
  expect(await found('நாகப்பட்டினம்', asha)).toEqual(['मछली पकड़ने की नाव'])
  expect(await found('the', asha)).toEqual(['मछली पकड़ने की नाव', 'Drill'])
  expect(await found('... tanker - %', asha)).toEqual(['Drill', 'Tankers off Salālah'])
})

test("fields and days narrow a search, days by the caller's time zone", async () => {
  now = Date.UTC(2026, 4, 20, 20)
  await reports.add(asha, draft('Late', 'zebra report', { from: 'Asha Nair' }))
  expect(await found('zebra from:nair', asha)).toEqual(['Late'])
  expect(await found('zebra -from:nair', asha)).toEqual([])
  expect(await found('from:"100%_"', asha)).toEqual([])
  // 20:00 UTC is 01:30 of the next day in India.
  expect(await found('zebra on:2026-05-20', asha)).toEqual(['Late'])
  expect(await found('zebra on:2026-05-20', asha, { zone: 'IST' })).toEqual([])
  expect(await found('zebra on:2026-05-21', asha, { zone: 'IST' })).toEqual(['Late'])
  expect(await found('zebra after:2026-05-20', asha)).toEqual([])
  expect(await found('zebra before:2026-05-20T20:00:01Z', asha)).toEqual(['Late'])
})

test('a search finds no hidden object, now or in the past, after hiding, change or removal', async () => {
  const callers = [asha, binu, chan, admin]
  const who = async (text: string) => {
    const each = await Promise.all(callers.map((caller) => found(text, caller)))
    return callers.filter((_, i) => each[i]!.length > 0).map(({ userId }) => userId)
  }
  const secret = await reports.add(asha, draft('Secret', 'quokka', { visibility: 'PRIVATE' }))
  expect(await who('quokka')).toEqual(['asha', 'root'])
  const show = () => null
  const shared = await reports.change(
    asha,
    { id: secret.id, expected_version: 1 },
    { visibility: 'GROUP' },
    show,
  )
  expect(await who('quokka')).toEqual(['asha', 'binu', 'root'])
  await reports.change(
    asha,
    { id: secret.id, expected_version: shared.version },
    { visibility: 'PRIVATE', body: { subject: 'Secret', text: 'wombat', from: '' } },
    show,
  )
  expect(await who('quokka')).toEqual([])
  expect(await who('wombat')).toEqual(['asha', 'root'])
  // What only the index holds is no word of anybody.
  for (const text of ['\u0001a', 'ugnavy', 'report', '"report/REAL"', "'", "\\'"])
    expect(await found(text, chan)).toEqual([])
  await reports.remove(asha, secret.id, 'over')
  expect(await who('wombat')).toEqual([])
})

test('results come in pages, newest first', async () => {
  await file(
    binu,
    Array.from({ length: 7 }, (_, i) => draft(`Page ${i}`, 'pelican')),
  )
  const subjects: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof reports.search>> = await reports.search(
      asha,
      parseSearch('pelican', SEARCHABLE),
      { limit: 3, cursor },
    )
    subjects.push(...page.items.map(({ body }) => body.subject))
    cursor = page.next
  } while (cursor !== null)
  expect(subjects).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `Page ${i}`))
})
