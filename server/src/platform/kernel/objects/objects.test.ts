import type { EpochMs } from '@samudra/nautical/units'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { isAddressed, type Audience } from '../http/audience.ts'
import { ANONYMOUS, type Caller } from '../http/caller.ts'
import type { OperationError } from '../http/errors.ts'
import {
  columnsOf,
  versionOf,
  type Held,
  type Kind,
  type ObjectCollection,
  type Page,
  type ObjectPageQuery,
} from './object-rules.ts'
import { removeObject, saveObject } from './object-calls.ts'
import { openObjects } from './open-objects.ts'
import type { Send } from '../http/send.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
let now = Date.UTC(2026, 0, 1)
const clock = { now: () => now as EpochMs }
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

type Note = { text: string }
const as = (userId: string, more: Partial<Caller> = {}): Caller => ({
  ...ANONYMOUS,
  userId,
  username: userId,
  ...more,
})
const admin = as('root', { isAdmin: true })
const asha = as('asha', { groups: ['navy'] })
const binu = as('binu', { groups: ['navy', 'coast'] })
const chan = as('chan')

let kinds = 0
type Way = 'held' | 'stored'
async function aStore(storage: Way, kind: Partial<Kind<Note>> = {}): Promise<ObjectCollection<Note>> {
  const { seers: _, ...declared } = { type: `note${kinds++}`, noun: 'note', ...kind }
  const needs = { db: database.db, clock }
  return storage === 'held'
    ? openObjects<Note>(needs, { ...declared, storage })
    : openObjects<Note>(needs, { ...declared, storage })
}
/** Returns all objects that a caller sees, the oldest first, page by page. */
async function listOf(
  objects: ObjectCollection<Note>,
  who: Caller,
  query: Omit<ObjectPageQuery, 'limit'> = {},
  limit = 3,
) {
  const found: Held<Note>[] = []
  let cursor: string | null = null
  do {
    const page: Page<Note> = await objects.page(who, { ...query, limit, cursor })
    expect(page.items.length).toBeLessThanOrEqual(limit)
    found.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  return found.reverse()
}
test('a user owns at most as many objects, each at most as large, as their kind allows', async () => {
  const kind = { type: 'limited', noun: 'note', mostOfUser: 2, mostBytes: 1024 }
  const notes = await openObjects<Note>({ db: database.db, clock }, kind)
  const draft = (text: string) => ({ body: { text }, visibility: 'PRIVATE' as const })
  const large = draft('x'.repeat(1024))
  await expect(notes.add(asha, large)).rejects.toThrow(/^This note has 2 KB\. At most 1 KB/)
  const first = await notes.add(asha, draft('first'))
  const changed = notes.change(asha, { id: first.id, expected_version: 1 }, { body: large.body }, show)
  await expect(changed).rejects.toThrow('At most 1 KB are allowed')
  expect(notes.get(first.id, asha)).toMatchObject({ version: 1, body: { text: 'first' } })
  await notes.add(asha, draft('second'))
  await expect(notes.add(asha, draft('third'))).rejects.toThrow(
    'You have 2 notes. At most 2 are allowed. Delete one first.',
  )
  await notes.add(binu, draft('of another user'))
  await notes.remove(asha, first.id, '')
  await notes.add(asha, draft('third'))
})

test('a user owns at most 32 MB of objects of a kind, also by changes', async () => {
  const kind = { type: 'heavy', noun: 'note', mostBytes: 17 * 2 ** 20 }
  const notes = await openObjects<Note>({ db: database.db, clock }, kind)
  const add = (who: Caller, text: string) => notes.add(who, { body: { text }, visibility: 'PRIVATE' })
  const large = 'x'.repeat(16 * 2 ** 20 - 100)
  const first = await add(asha, large)
  const second = await add(asha, 'second')
  const tooMuch = 'Your notes would have 33 MB. At most 32 MB are allowed. Delete one first.'
  await expect(add(asha, `${large}${'x'.repeat(1000)}`)).rejects.toThrow(tooMuch)
  const grown = { body: { text: `${large}${'x'.repeat(1000)}` } }
  await expect(notes.change(asha, { id: second.id, expected_version: 1 }, grown, show)).rejects.toThrow(
    tooMuch,
  )
  await add(binu, large)
  await notes.change(asha, { id: first.id, expected_version: 1 }, grown, show)
})

const asOf = (objects: ObjectCollection<Note>, at: Date, who: Caller) => listOf(objects, who, { at })
const isReceived = (audience: Audience) => (caller: Caller) => isAddressed(audience, caller)
const show = (one: Held<Note>) => ({ ...columnsOf(one, false), ...one.body })
const refusal = (work: Promise<unknown>): Promise<OperationError> =>
  work.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: OperationError) => error,
  )

describe.each(['held', 'stored'] as const)('objects that are %s', (storage) => {
  test('the newest versions are read up to 500 and 2 MB; an older one is read by its number', async () => {
    const objects = await aStore(storage)
    const many = await objects.add(asha, { body: { text: '1' }, visibility: 'PRIVATE' })
    for (let version = 1; version < 510; version++)
      await objects.change(
        asha,
        { id: many.id, expected_version: version },
        { body: { text: `${version}` } },
        show,
      )
    const newest = await objects.versions(many.id, asha)
    expect([newest.length, newest[0]!.version, newest.at(-1)!.version]).toEqual([500, 11, 510])
    expect(await objects.version(many.id, 3, asha)).toMatchObject({ version: 3, body: { text: '2' } })
    expect(await refusal(objects.version(many.id, 3, chan))).toMatchObject({ code: 'NOT_FOUND' })

    const text = 'x'.repeat(200 * 1024)
    const large = await objects.add(asha, { body: { text }, visibility: 'PRIVATE' })
    for (let version = 1; version < 15; version++)
      await objects.change(asha, { id: large.id, expected_version: version }, { reason: 'again' }, show)
    expect((await objects.versions(large.id, asha)).map(({ version }) => version)).toEqual([
      6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    ])
  })

  test('after any changes the state at each instant equals the replayed log', async () => {
    type Step = { do: 'add' | 'change' | 'remove'; which: number; text: string; later: number }
    const steps = fc.array(
      fc.record<Step>({
        do: fc.constantFrom('add', 'change', 'change', 'remove'),
        which: fc.nat(5),
        text: fc.string({ maxLength: 5, unit: 'grapheme' }),
        // Also not at all, and backwards: clocks are set.
        later: fc.integer({ min: -3, max: 20 }),
      }),
      { maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const objects = await aStore(storage)
        const log: Held<Note>[] = []
        const ids: string[] = []
        for (const step of taken) {
          now += step.later
          const id = ids[step.which % Math.max(1, ids.length)] ?? ''
          const current = await objects.read(id, admin).catch(() => undefined)
          if (step.do === 'add' || current === undefined) {
            const added = await objects.add(asha, { body: { text: step.text }, visibility: 'PRIVATE' })
            ids.push(added.id)
            log.push(added)
          } else if (step.do === 'change') {
            const at = { id, expected_version: current.version }
            log.push(await objects.change(asha, at, { body: { text: step.text } }, show))
          } else log.push(await objects.remove(asha, id, step.text))
        }
        const instants = new Set(log.flatMap(({ known_from }) => [-1, 0, 1].map((off) => +known_from + off)))
        for (const instant of instants) {
          const replayed = new Map<string, string>()
          for (const id of ids) {
            const known = log.findLast((one) => one.id === id && +one.known_from <= instant)
            if (known !== undefined && !known.removed) replayed.set(id, `${known.version} ${known.body.text}`)
          }
          const answer = await asOf(objects, new Date(instant), asha)
          expect(new Map(answer.map((one) => [one.id, `${one.version} ${one.body.text}`]))).toEqual(replayed)
        }
        const restarted = await aStore(storage, objects.kind)
        const texts = async (from: ObjectCollection<Note>) => (await listOf(from, admin)).map(show)
        expect(await texts(restarted)).toEqual(await texts(objects))
      }),
      { numRuns: 25 },
    )
  })

  test("of two changes of one version one wins, and the other receives the winner's version", async () => {
    const objects = await aStore(storage)
    const { id } = await objects.add(asha, { body: { text: 'first' }, visibility: 'GROUP' })
    const at = { id, expected_version: 1 }
    const both = await Promise.allSettled(
      ['hers', 'his'].map((text, i) => objects.change(i === 0 ? asha : admin, at, { body: { text } }, show)),
    )
    const won = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const lost = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as OperationError] : []))
    expect([won.length, lost.length]).toEqual([1, 1])
    expect(lost[0]).toMatchObject({
      code: 'VERSION_CONFLICT',
      data: { id, version: 2, text: won[0]!.body.text },
    })
    const late = await refusal(objects.change(asha, at, { body: { text: 'late' } }, show))
    expect(late).toMatchObject({ code: 'VERSION_CONFLICT', data: { version: 2 } })
    const [one, two] = await objects.versions(id, asha)
    expect(one!.known_to).toEqual(two!.known_from)
    expect(two!.known_to).toBeNull()
  })

  test('two simultaneous removals make one removal, and a later change finds no object', async () => {
    const objects = await aStore(storage)
    const { id } = await objects.add(asha, { body: { text: 'x' }, visibility: 'PRIVATE' })
    const both = await Promise.allSettled([
      objects.remove(asha, id, 'done'),
      objects.remove(admin, id, 'old'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'NOT_FOUND' } })
    expect(await refusal(objects.change(asha, { id, expected_version: 2 }, {}, show))).toMatchObject({
      code: 'NOT_FOUND',
    })
    const last = (await objects.versions(id, admin)).at(-1)!
    expect(versionOf(last)).toMatchObject({ removed: true, known_to: null })
    expect(['done', 'old']).toContain(last.reason)
  })

  test('private objects belong to the owner, group objects to the group; writing needs more rights', async () => {
    const objects = await aStore(storage)
    const add = (who: Caller, visibility: 'PRIVATE' | 'GROUP' | 'CENTRE' | 'RELEASED') => {
      now++
      return objects.add(who, { body: { text: visibility }, visibility })
    }
    const own = await add(asha, 'PRIVATE')
    const group = await add(asha, 'GROUP')
    const centre = await add(admin, 'CENTRE')
    const seen = async (who: Caller) => (await listOf(objects, who)).map(({ body }) => body.text)
    expect(await seen(asha)).toEqual(['PRIVATE', 'GROUP', 'CENTRE'])
    expect(await seen(binu)).toEqual(['GROUP', 'CENTRE'])
    expect(await seen(chan)).toEqual(['CENTRE'])
    expect(await seen(admin)).toEqual(['PRIVATE', 'GROUP', 'CENTRE'])
    for (const visibility of ['CENTRE', 'RELEASED'] as const)
      expect(await refusal(add(asha, visibility))).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(add(chan, 'GROUP'))).toMatchObject({
      code: 'VALIDATION',
      fields: [{ field: 'visibility' }],
    })
    expect(await refusal(objects.remove(chan, own.id, ''))).toMatchObject({ code: 'NOT_FOUND' })
    for (const id of [group.id, centre.id])
      expect(await refusal(objects.remove(binu, id, ''))).toMatchObject({ code: 'FORBIDDEN' })
    const open = await aStore(storage, { everybodyShares: true })
    const shared = await open.add(asha, { body: { text: 'open' }, visibility: 'CENTRE' })
    await open.change(asha, { id: shared.id, expected_version: 1 }, { body: { text: 'mine' } }, show)
    expect((await listOf(open, chan)).map(({ body }) => body.text)).toEqual(['mine'])
    expect(await refusal(open.remove(chan, shared.id, ''))).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('an object hidden by its owner is hidden in the past too, and its former users are notified', async () => {
    const objects = await aStore(storage)
    const shared = await objects.add(asha, { body: { text: 'ours' }, visibility: 'GROUP' })
    const then = shared.known_from
    now += 1000
    const hidden = await objects.change(
      asha,
      { id: shared.id, expected_version: 1 },
      { visibility: 'PRIVATE' },
      show,
    )
    expect(await asOf(objects, then, asha)).toHaveLength(1)
    expect(await asOf(objects, then, binu)).toEqual([])
    expect(await refusal(objects.versions(shared.id, binu))).toMatchObject({ code: 'NOT_FOUND' })
    expect([asha, binu, chan].map(isReceived(objects.audience(shared, hidden)))).toEqual([true, true, false])
    expect([asha, binu, chan].map(isReceived(objects.audience(hidden)))).toEqual([true, false, false])
    now += 1000
    await objects.change(asha, { id: shared.id, expected_version: 2 }, { visibility: 'GROUP' }, show)
    // Versions from the time when it was private stay private.
    expect((await objects.versions(shared.id, binu)).map(({ version }) => version)).toEqual([1, 3])
  })

  test('objects of an exercise are in no list of real ones, now or then', async () => {
    const objects = await aStore(storage)
    await objects.add(admin, { body: { text: 'play' }, visibility: 'CENTRE', domain: 'EXERCISE' })
    await objects.add(admin, { body: { text: 'true' }, visibility: 'CENTRE' })
    const texts = (list: Held<Note>[]) => list.map(({ body }) => body.text)
    expect(texts(await listOf(objects, chan))).toEqual(['true'])
    expect(texts(await listOf(objects, chan, { domain: 'EXERCISE' }))).toEqual(['play'])
    expect(texts(await asOf(objects, new Date(now), chan))).toEqual(['true'])
  })

  test('many are added together or not at all', async () => {
    const objects = await aStore(storage)
    const drafts = Array.from({ length: 5000 }, (_, i) => ({
      body: { text: String(i) },
      visibility: 'PRIVATE' as const,
    }))
    expect(await objects.addAll(asha, drafts)).toHaveLength(5000)
    expect(
      await refusal(objects.addAll(asha, [drafts[0]!, { ...drafts[1]!, visibility: 'CENTRE' }])),
    ).toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await listOf(objects, asha, {}, 500)).toHaveLength(5000)
  })

  test('pages return each object once, of every domain and instant, in a stable order', async () => {
    const objects = await aStore(storage)
    const ids: string[] = []
    for (let i = 0; i < 25; i++) {
      now++
      const visibility = (['PRIVATE', 'GROUP', 'GROUP'] as const)[i % 3]!
      ids.push((await objects.add(i % 2 === 0 ? binu : asha, { body: { text: `${i}` }, visibility })).id)
    }
    const then = new Date(now)
    now++
    const seen = await listOf(objects, binu, {}, 4)
    const first = await objects.page(binu, { limit: 4 })
    expect(first.items.map(({ id }) => id)).toEqual(
      seen
        .slice(-4)
        .toReversed()
        .map(({ id }) => id),
    )
    await objects.remove(admin, first.items[0]!.id, 'old')
    await objects.change(admin, { id: seen[0]!.id, expected_version: 1 }, { visibility: 'PRIVATE' }, show)
    const rest = await objects.page(binu, { limit: 4, cursor: first.next })
    expect(rest.items.map(({ id }) => id)).toEqual(
      seen
        .slice(-8, -4)
        .toReversed()
        .map(({ id }) => id),
    )
    expect((await listOf(objects, admin, {}, 7)).map(({ id }) => id)).toEqual(
      ids.filter((id) => id !== first.items[0]!.id),
    )
    const before = await listOf(objects, binu, { at: then }, 4)
    const isHidden = (one: Held<Note>) => one.id === seen[0]!.id && one.owner_id !== 'binu'
    expect(before.map(({ id }) => id)).toEqual(seen.filter((one) => !isHidden(one)).map(({ id }) => id))
    expect(await listOf(objects, binu, { at: new Date('0001-01-01T00:00:00Z') })).toEqual([])
  })

  test('saving and removing record before and after, and are pushed to former and current users', async () => {
    const objects = await aStore(storage)
    const received: [string, string, boolean[]][] = []
    const records: Record<string, unknown>[] = []
    const send: Send = (_push, payload, audience) => {
      const { op, ids } = payload as { op: string; ids: string[] }
      received.push([op, ids.join(), [asha, binu, chan].map(isReceived(audience))])
    }
    const as = { objects, kind: { table: 'aoi' as const }, send, show: ({ body }: Held<Note>) => body.text }
    const who = { caller: asha, record: (entry: object) => void records.push({ ...entry }) }
    const bodyOf = (text: string) => () => ({ text })
    const { id } = await saveObject(as, who, {}, { visibility: 'GROUP', bodyOf: bodyOf('one') })
    await saveObject(as, who, { id, expected_version: 1 }, { visibility: 'PRIVATE', bodyOf: bodyOf('two') })
    expect(await refusal(removeObject(as, { ...who, caller: binu }, { id }))).toMatchObject({
      code: 'NOT_FOUND',
    })
    await removeObject(as, who, { id, reason: 'done' })
    expect(received).toEqual([
      ['add', id, [true, true, false]],
      ['update', id, [true, true, false]],
      ['delete', id, [true, false, false]],
    ])
    expect(records.flatMap((one) => ['before', 'after'].flatMap((key) => one[key] ?? []))).toEqual([
      'one',
      'one',
      'two',
      'two',
    ])
  })
})

test('a derived version is made once: the second process finds the change and makes none', async () => {
  const needs = { db: database.db, clock }
  const declared = { type: 'note-followed', noun: 'note', storage: 'held' as const }
  const one = await openObjects<Note>(needs, declared)
  const { id, body } = await one.add(asha, { body: { text: 'due' }, visibility: 'PRIVATE' })
  const other = await openObjects<Note>(needs, declared)
  const ended = (of: Note) => (last: Note) => (last === of ? { text: 'over' } : last)
  const asSecondSees = other.get(id, asha).body
  expect(await one.follow(admin, id, 'its time is over', ended(body))).toBe(true)
  expect(await other.follow(admin, id, 'its time is over', ended(asSecondSees))).toBe(false)
  expect((await one.versions(id, asha)).map(({ body: { text }, reason }) => [text, reason])).toEqual([
    ['due', ''],
    ['over', 'its time is over'],
  ])
  expect(await one.follow(admin, 'none', 'it went', ended(body))).toBe(false)
})
