import { REPORT_FORMATS, type ReportFormat, type ReportRun } from '@samudra/contract/reports'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { ANONYMOUS } from '../../../platform/kernel/http/caller.ts'
import type { FilesOf } from '../../../platform/kernel/files/file-store.ts'
import { ulid } from '../../../platform/kernel/text/ulid.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { GivenUp, JobKind, JobRun, Jobs } from '../../../platform/needs/jobs.ts'
import type { IdentityInterface } from '../../centre/identity/room.ts'
import type { FiguresInterface } from '../figures/room.ts'
import { countBlocks, digestOf } from './report-blocks.ts'
import { fileNameOf, reportFile, type Land } from './report-files.ts'
import type { TemplateBody } from './report-template.ts'
import {
  beginRun,
  endRun,
  endRunNow,
  insertRun,
  readRun,
  type NewDelivery,
  type RunRow,
} from './report-rows.sql.ts'

export const RUN_JOB = 'reports.run'
const TRIES = 3
const BACK_OFF = { firstMs: 5000, longestMs: 60_000 }
export const NO_OWNER = 'The owner of this report can no longer log in.'

export type RunNeeds = {
  db: Db
  clock: Clock
  jobs: Jobs
  files: FilesOf
  figures: FiguresInterface
  identity: Pick<IdentityInterface, 'everyone'>
  land: Land
  /** Brings the sending of what is ready forward. */
  ended: () => void
}

/** Returns a user who may log in now, as a caller without a session; undefined if there is none. */
export async function callerOf(
  { identity }: Pick<RunNeeds, 'identity'>,
  userId: string,
): Promise<Caller | undefined> {
  const user = (await identity.everyone()).find((one) => one.userId === userId)
  return user === undefined ? undefined : { ...ANONYMOUS, ...user }
}

export type NewReport = {
  template: TemplateBody
  templateId: string
  owner: Pick<Caller, 'userId' | 'username'>
  time: { from: number; to: number; asOf: number }
  parentId?: string
  dueAt?: Date
}

/** Stores a run with its job: both or none. `beside` is stored with them, and returns false where another process did it. */
export async function enqueueRun(
  { jobs, clock }: Pick<RunNeeds, 'jobs' | 'clock'>,
  { template, templateId, owner, time, parentId, dueAt }: NewReport,
  beside: Parameters<Jobs['enqueue']>[3] = async () => undefined,
): Promise<string> {
  const now = clock.now()
  const id = ulid(now)
  const row = {
    id,
    parent_id: parentId ?? null,
    template_id: templateId,
    template,
    owner_id: owner.userId,
    owner: owner.username,
    from_at: new Date(time.from),
    to_at: new Date(time.to),
    as_of: new Date(time.asOf),
    due_at: dueAt ?? null,
    requested_at: new Date(now),
  }
  await jobs.enqueue(RUN_JOB, { id }, owner.username, async (client, jobId) => {
    await beside(client, jobId)
    await insertRun(client, row)
  })
  return id
}

/** Counts a report as its owner may see it now, and stores its files. After a kill it begins again from the first block. */
export const runJob = (needs: RunNeeds): JobKind => ({
  name: RUN_JOB,
  does: 'Runs reports',
  tries: TRIES,
  backOff: BACK_OFF,
  work: (run) => runReport(needs, run),
  givenUp: (job, how) => giveUp(needs, job, how),
})

async function runReport(needs: RunNeeds, run: JobRun): Promise<void> {
  const { db, clock, files } = needs
  const { id } = run.input as { id: string }
  const row = await readRun(db, id)
  if (row === undefined || row.state === 'DONE' || row.state === 'FAILED') return
  const owner = await callerOf(needs, row.owner_id)
  if (owner === undefined) throw new Error(NO_OWNER)
  await beginRun(db, id)
  const time = timeOf(row)
  const blocks = await countBlocks(needs, row.template, time, owner, run.signal)
  run.progress(0.6)
  const digest = digestOf(blocks, time)
  const paper = { name: row.template.name, ...time, owner: row.owner, digest, blocks }
  // Data stored by a killed run.
  await files.forget((await files.of(id)).map((file) => file.id))
  for (const [place, format] of row.template.formats.entries()) {
    run.signal.throwIfAborted()
    const bytes = [await reportFile(format, paper, needs.land)]
    await files.receive(
      { name: fileNameOf(paper, format), by: row.owner_id, bytes: chunks(bytes) },
      (_, keep) => keep({ on: id, place }),
    )
    run.progress(0.6 + (0.4 * (place + 1)) / row.template.formats.length)
  }
  const end = { state: 'DONE' as const, digest, error: null, at: new Date(clock.now()) }
  await run.step({ digest }, (client) => endRun(client, id, end, deliveriesOf(row)))
  needs.ended()
}

async function* chunks(bytes: readonly Buffer[]): AsyncIterable<Uint8Array> {
  yield* bytes
}

/** Each recipient gets a report of what that user may see; addresses get the one of the owner. */
function deliveriesOf({ template: { recipients }, owner_id, parent_id }: RunRow): NewDelivery[] {
  const notice: NewDelivery = { kind: 'NOTIFY', recipient: owner_id }
  if (parent_id !== null) return [notice]
  return [
    notice,
    ...recipients.user_ids
      .filter((userId) => userId !== owner_id)
      .map((recipient) => ({ kind: 'USER' as const, recipient })),
    ...recipients.addresses.map((recipient) => ({ kind: 'ADDRESS' as const, recipient })),
  ]
}

async function giveUp(
  { db, clock, ended }: RunNeeds,
  { input }: { input: unknown },
  { state, why }: GivenUp,
) {
  const { id } = input as { id: string }
  const row = await readRun(db, id)
  if (row === undefined) return
  const error = state === 'CANCELLED' ? 'It was cancelled.' : why
  const end = { state: 'FAILED' as const, digest: null, error, at: new Date(clock.now()) }
  await endRunNow(db, id, end, [{ kind: 'NOTIFY', recipient: row.owner_id }])
  ended()
}

export const timeOf = ({ from_at, to_at, as_of }: RunRow) => ({
  from: from_at.getTime(),
  to: to_at.getTime(),
  asOf: as_of.getTime(),
})

/** Returns the format of a file of a report. */
export const formatOf = (name: string): ReportFormat =>
  REPORT_FORMATS.find((format) => name.endsWith(`.${format}`)) ?? 'json'

/** Returns a run as the contract shows it. */
export async function presentRun({ files }: Pick<RunNeeds, 'files'>, row: RunRow): Promise<ReportRun> {
  const { from_at, to_at, as_of, requested_at, ended_at, due_at } = row
  const stored = row.state === 'DONE' ? await files.of(row.id) : []
  return {
    id: row.id,
    template_id: row.template_id,
    name: row.template.name,
    owner_id: row.owner_id,
    owner: row.owner,
    from: from_at.toISOString(),
    to: to_at.toISOString(),
    as_of: as_of.toISOString(),
    state: row.state,
    digest: row.digest,
    files: stored.map(({ name, size, hash }) => ({ format: formatOf(name), name, size, sha256: hash })),
    error: row.error,
    scheduled: due_at !== null,
    requested_at: requested_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }
}
