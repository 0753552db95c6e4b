/**
 * Measures a million stored objects that are not held in memory. They are inserted, listed page by page, opened,
 * changed by two users at once, followed through their versions and read as of a time. The readers are users of two
 * groups, a user who sees little, and an administrator. `npm run bench -- objects [--objects=1000000]`
 */
import { performance } from 'node:perf_hooks'
import type { EpochMs } from '../nautical/src/units.ts'
import { ANONYMOUS, type Caller } from '../server/src/platform/kernel/http/caller.ts'
import { parseSearch } from '../server/src/platform/kernel/objects/full-text.sql.ts'
import { explainPage } from '../server/src/platform/kernel/objects/object-seers.sql.ts'
import type { Draft, ObjectPageQuery } from '../server/src/platform/kernel/objects/object-rules.ts'
import type { SearchedText } from '../server/src/platform/kernel/objects/object-words.sql.ts'
import { openObjects } from '../server/src/platform/kernel/objects/open-objects.ts'
import { sql } from 'kysely'
import { query } from '../server/src/platform/needs/query.ts'
import { embedded } from './engines.ts'
import { option, printTable, printTarget, quantile, sized, whole } from './report.ts'

const OBJECTS = Number(option('objects', sized('1000000', '5000')))
const ROUNDS = sized(400, 10)
const PORTION = 5000
const GROUPS = 40
const TYPE = 'post'

type Post = { subject: string; text: string }
const as = (userId: string, groups: string[], more: Partial<Caller> = {}): Caller => ({
  ...ANONYMOUS,
  userId,
  username: userId,
  groups,
  ...more,
})
/** A thousand writers, each of two groups. */
const writers = Array.from({ length: 1000 }, (_, i) =>
  as(`user${i}`, [`group${i % GROUPS}`, `group${(i * 7 + 1) % GROUPS}`]),
)
const READERS = {
  'a user of two groups': writers[17]!,
  'a user who sees little': as('guest', ['nobody']),
  'an administrator': as('root', [], { isAdmin: true }),
}

const SEARCHED: SearchedText<Post> = {
  of: ({ subject, text }) => ({ title: subject, text }),
  fields: { subject: 'subject' },
}
const SEARCHES = {
  'a word of one': (round: number) => `mark${(round * 7919) % OBJECTS}`,
  'a word of a hundredth': () => 'dredger',
  'a word of all, and a rare one': (round: number) => `buoys sighting${round % 500}`,
  'a word of all': () => 'buoys',
  'a phrase of all, without a hundredth': () => '"between the buoys" -dredger',
}

let now = Date.UTC(2026, 0, 1)
const engine = await embedded()
const posts = await openObjects<Post>(
  { db: engine.database.db, clock: { now: () => now as EpochMs } },
  { type: TYPE, noun: 'post', storage: 'stored', everybodyShares: true, searched: SEARCHED },
)

/** Half of a group, a tenth of the centre, the rest private; in the order of their making. */
const draftOf = (i: number): Draft<Post> => ({
  body: {
    subject: `Report ${i} mark${i}`,
    text: `${'Nothing seen between the buoys. '.repeat(8)}${i % 100 === 0 ? 'A dredger. ' : ''}sighting${i % 5000}`,
  },
  visibility: i % 10 === 0 ? 'CENTRE' : i % 2 === 0 ? 'GROUP' : 'PRIVATE',
})
const heapMb = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

async function fill(): Promise<{ ids: string[]; seconds: number }> {
  const ids: string[] = []
  const began = performance.now()
  for (let i = 0; i < OBJECTS; i += PORTION) {
    now += 1000
    const count = Math.min(PORTION, OBJECTS - i)
    const made = await posts.addAll(
      writers[(i / PORTION) % writers.length]!,
      Array.from({ length: count }, (_, n) => draftOf(i + n)),
    )
    ids.push(made[0]!.id, made.at(-1)!.id)
  }
  return { ids, seconds: (performance.now() - began) / 1000 }
}

async function timed(act: (round: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    await act(round)
    times.push(performance.now() - began)
  }
  return times.sort((one, other) => one - other)
}

const before = heapMb()
const { ids, seconds } = await fill()
console.log(`${whole(OBJECTS)} objects in ${seconds.toFixed(1)} s, ${whole(OBJECTS / seconds)} a second`)
const half = new Date(now - (OBJECTS / PORTION / 2) * 1000)
const root = READERS['an administrator']
const idOf = (round: number) => ids[(round * 31) % ids.length]!
const rows: string[][] = []
let slowest = 0
/** Returns the time of 95 of 100, ms. */
async function measure(what: string, act: (round: number) => Promise<unknown>) {
  const times = await timed(act)
  const most = quantile(times, 0.95)
  rows.push([what, ...[0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(1))])
  return most
}

const other = async (what: string, act: (round: number) => Promise<unknown>) => {
  slowest = Math.max(slowest, await measure(what, act))
}

for (const [who, caller] of Object.entries(READERS)) {
  const page = (request: ObjectPageQuery) => posts.page(caller, request)
  await other(`the first page of ${who}`, () => page({ limit: 100 }))
  await other(`a page in the middle of ${who}`, (round) => page({ limit: 100, cursor: idOf(round) }))
  await other(`a page as it stood, of ${who}`, () => page({ limit: 100, at: half }))
}
let searched = 0
await sql`analyze objects, object_words`.execute(query(engine.database.db))
for (const [who, caller] of Object.entries(READERS))
  for (const [what, textOf] of Object.entries(SEARCHES))
    searched = Math.max(
      searched,
      await measure(`${what}, searched by ${who}`, (round) =>
        posts.search(caller, parseSearch(textOf(round), { fields: ['subject'], isTimed: true }), {
          limit: 50,
        }),
      ),
    )
await other('one, opened', (round) => posts.read(idOf(round), root))
await other('a change', async (round) => {
  now += 1000
  const { id, version } = await posts.read(idOf(round), root)
  await posts
    .change(
      root,
      { id, expected_version: version },
      { visibility: round % 2 === 0 ? 'GROUP' : 'CENTRE', body: draftOf(round).body },
      () => null,
    )
    .catch(() => null)
})
await other('a change of what another user changed', (round) =>
  posts.change(root, { id: idOf(round), expected_version: 0 }, {}, ({ id }) => id).catch(() => null),
)
await other('the versions of one', (round) => posts.versions(idOf(round), root))

printTable(`of ${whole(OBJECTS)} objects, milliseconds`, ['', 'median', '95 of 100', 'most'], rows)
for (const [who, caller] of Object.entries(READERS)) {
  const plan = await explainPage(engine.database.db, {
    type: TYPE,
    domain: 'REAL',
    caller,
    below: null,
    limit: 101,
  })
  if (/Seq Scan/.test(plan)) throw new Error(`the page of ${who} walks over all of them:\n${plan}`)
  if (who === 'a user of two groups') console.log(`\n${plan}\n`)
}
printTarget('objects: the slowest of these, 95 of 100, ms', slowest, { below: 50 })
printTarget('objects: the slowest search, 95 of 100, ms', searched, { below: 150 })
printTarget('objects: heap grown by a million that are stored, MB', heapMb() - before, { below: 30 })
await engine.close()
