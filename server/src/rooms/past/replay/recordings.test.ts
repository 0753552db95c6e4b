import { deleteRecording, saveRecording, type Recording } from '@samudra/contract/replay'
import type { EpochMs } from '@samudra/nautical/units'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDatabase } from '../../../../testing/servers/a-database.ts'
import { ProtectedPeriods } from '../history/tiers/protected-periods.ts'
import { Bus } from '../../../platform/kernel/cluster/topic-bus.ts'
import { ANONYMOUS } from '../../../platform/kernel/http/caller.ts'
import type { Handled } from '../../../platform/kernel/http/handle.ts'
import type { Topics } from '../../../sea/topics.ts'
import { protectedPeriods, openReplayObjects } from './replay-objects.ts'
import { recordingOps } from './recordings.ops.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

test('recorded fixes are protected from creation, open recordings until now, and all until known', async () => {
  let now = Date.parse('2026-03-01T10:00Z')
  const needs = { db: database.db, clock: { now: () => now as EpochMs }, send: () => undefined }
  const bus = new Bus<Topics>((_, error) => {
    throw error as Error
  })
  const history = new ProtectedPeriods({ ...needs, bus })
  expect(history.now()).toEqual([{ from: -Infinity, to: Infinity }])
  const stored = await openReplayObjects(needs)
  const changed = () => bus.publish('protectedPeriods', protectedPeriods(stored))
  changed()
  expect(history.now()).toEqual([])

  const ops = recordingOps({ ...needs, recordings: stored.recordings, changed })
  const begun = now
  const made = await run<Recording>(ops, saveRecording.name, { name: 'Night watch', visibility: 'PRIVATE' })
  now += 3_600_000
  expect(history.now()).toEqual([{ from: begun, to: now }])
  const to = new Date(begun + 60_000).toISOString()
  const ended = { id: made.id, expected_version: 1, name: 'Night watch', visibility: 'PRIVATE', to }
  await run(ops, saveRecording.name, ended)
  expect(history.now()).toEqual([{ from: begun, to: begun + 60_000 }])
  await run(ops, deleteRecording.name, { id: made.id })
  expect(history.now()).toEqual([])
})

const run = <Out>(ops: Handled[], name: string, input: unknown) =>
  ops
    .find(({ op }) => op.name === name)!
    .run({
      input,
      caller: { ...ANONYMOUS, userId: 'u', username: 'u' },
      record: () => undefined,
    } as never) as Promise<Out>
