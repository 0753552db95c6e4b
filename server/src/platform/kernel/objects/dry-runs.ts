import type { AuditedObject } from '@samudra/contract/audited-objects'
import { tableUpdate, type Table } from '@samudra/contract/kind'
import { ulid } from '../text/ulid.ts'
import type { Clock } from '../../needs/clock.ts'
import type { Db } from '../../needs/database.ts'
import { committedRuns, keepBrought, keepDryRun, moveDryRun, readDryRun, type State } from './dry-runs.sql.ts'
import { EVERYONE } from '../http/audience.ts'
import { OperationError } from '../http/errors.ts'
import type { UploadedFile, FilesOf } from '../files/file-store.ts'
import type { Call } from '../http/handle.ts'
import type { Send } from '../http/send.ts'
import type { Held } from './object-rules.ts'
import type { Objects, Step } from './objects.ts'
import type { Named } from './references.ts'

/** Retention of a dry run that is not committed: a day. */
const RETENTION_MS = 24 * 3_600_000

/** So many of what stays when an import is undone are named. */
const MOST_STAYS_NAMED = 500
const UNDONE_ALREADY = 'This import was already undone.'

/** Maximum rows and errors of a report that are listed one by one; counts count all. */
const [MOST_ROWS, MOST_ERRORS] = [2000, 500]
/** So many ids go to screens at a time. */
const PUSHED_AT_ONCE = 1000

type Action = 'add' | 'change' | 'skip'
/** Effect of one item of a file: why it changes something or is skipped. */
type Effect = { action: Action; why: string }
/** Effect of one item, and the step of the commit that brings it about. */
export type PlannedEffect<Plan> = Effect & { step?: Plan }
/** Fields of every report of a dry run. */
type Report = {
  id: string
  file: string
  sha256: string
  state: 'CHECKED' | 'COMMITTED'
  checked_at: string
  rows: readonly Effect[]
  errors: readonly { line: number | null; why: string }[]
  counts: Record<Action, number>
}
/** Numbers of objects that a commit added and changed, and of rows left as they were. */
type Done = { added: number; changed: number; skipped: number }
/** Content of a file as its room reports it, with the steps of its commit; `counts` are those the effects do not give. */
type Found<Reported extends Report, Plan> = Omit<
  Reported,
  'id' | 'file' | 'sha256' | 'state' | 'checked_at' | 'counts'
> & {
  counts: Omit<Reported['counts'], Action>
  plan: Plan[]
}
/** Step of committing one row of a file: adds an object, or makes the next version of one as it was when read. */
export type Planned<Body> = Extract<Step<Body>, { body: Body }>
/** Result of one row: the version it made, and the body before; null for a new object. */
type Left<Body> = { id: string; name: string; version: number; before: Body | null }
/** Object that stays though the import is undone, with the reason. */
type Stay = { id: string; name: string; why: string }
type FileNeeds = { db: Db; clock: Clock; files: FilesOf }
type Needs<Body> = FileNeeds & {
  send: Send
  objects: Objects<Body>
  table: Table
  show: (current: Held<Body>) => unknown
}
type Who<Input> = Pick<Call<Input>, 'input' | 'caller' | 'record'>

/**
 * Describes for each item of a file what its commit does, and changes nothing. Of the items of one key only the first
 * counts; an item without a key stands for itself, and one without an effect is left out.
 */
export function planItems<Item, Row, Plan>(
  items: readonly Item[],
  how: {
    row: (item: Item) => Row
    key: (item: Item) => string | null
    place: (first: Item) => string
    effect: (item: Item) => PlannedEffect<Plan> | null
  },
): { rows: (Row & Effect)[]; plan: Plan[] } {
  const rows: (Row & Effect)[] = []
  const plan: Plan[] = []
  const firsts = new Map<string, Item>()
  for (const item of items) {
    const key = how.key(item)
    const first = key === null ? undefined : firsts.get(key)
    const effect: PlannedEffect<Plan> | null =
      first === undefined ? how.effect(item) : { action: 'skip', why: `repeats ${how.place(first)}` }
    if (effect === null) continue
    if (key !== null && first === undefined) firsts.set(key, item)
    const { action, why, step } = effect
    rows.push({ ...how.row(item), action, why })
    if (step !== undefined) plan.push(step)
  }
  return { rows, plan }
}

/** Kinds of objects whose imports leave a record. */
type ImportedKind = AuditedObject extends infer Type
  ? Type extends `${infer Kind}_import`
    ? Kind
    : never
  : never

/** Reads a file and reports what it would do; changes nothing. */
export function checkDry<Reported extends Report>(
  kind: ImportedKind,
  { db, clock, files }: FileNeeds,
  { input: { name }, caller, bytes, record }: Who<{ name: string }> & Pick<Call<unknown>, 'bytes'>,
  read: (come: UploadedFile) => Promise<Found<Reported, unknown>>,
): Promise<Reported> {
  return files.receive({ name, by: caller.userId, bytes }, async (come, keep) => {
    record({
      objectType: `${kind}_import`,
      after: { file: name, size: come.size, sha256: come.hash },
    })
    const { plan, counts, ...found } = await read(come)
    const at = clock.now()
    const actions = { add: 0, change: 0, skip: 0 }
    for (const { action } of found.rows) actions[action]++
    // What happens comes first; of what stays as it is a beginning is enough.
    const rows = found.rows.toSorted((a, b) => Number(a.action === 'skip') - Number(b.action === 'skip'))
    const report = {
      ...found,
      id: ulid(at),
      file: name,
      sha256: come.hash,
      state: 'CHECKED',
      checked_at: new Date(at).toISOString(),
      rows: rows.slice(0, MOST_ROWS),
      errors: found.errors.slice(0, MOST_ERRORS),
      counts: { ...actions, ...counts },
    } as unknown as Reported
    const { id } = report
    await keep({ on: id, until: new Date(at + RETENTION_MS) })
    const checked_at = new Date(at)
    await keepDryRun(
      db,
      { id, kind, checked_by: caller.userId, checked_at, report, plan },
      new Date(at - RETENTION_MS),
    )
    record({ objectId: id })
    return report
  })
}

/** Executes a dry run, once: `check` may refuse what was changed meanwhile, `act` does all of it or nothing. */
export async function commitDry<Plan, Reported extends Report>(
  kind: ImportedKind,
  db: Db,
  { input: { id }, record }: Pick<Who<{ id: string }>, 'input' | 'record'>,
  how: {
    check: (plan: Plan[], report: Reported) => void
    act: (plan: Plan[], report: Reported) => Promise<{ done: Done; brought?: readonly unknown[] }>
  },
): Promise<{ id: string } & Done> {
  record({ objectType: `${kind}_import`, objectId: id })
  const stored = (await readDryRun(db, kind, id)) as
    | { state: State; report: Reported; plan: Plan[] }
    | undefined
  if (stored === undefined)
    throw new OperationError('NOT_FOUND', 'This preview expired. Preview the file again.')
  const { plan, report, state } = stored
  if (state !== 'CHECKED') throw new OperationError('DUPLICATE', 'This preview was already imported.')
  how.check(plan, report)
  if (plan.length === 0) throw new OperationError('VALIDATION', 'The file contains nothing to add or change.')
  if (!(await moveDryRun(db, id, 'CHECKED', 'COMMITTED')))
    throw new OperationError('DUPLICATE', 'This preview was already imported.')
  try {
    const { done, brought = [] } = await how.act(plan, report)
    record({ after: { file: report.file, sha256: report.sha256, ...done } })
    await keepBrought(db, id, brought)
    return { id, ...done }
  } catch (error) {
    await moveDryRun(db, id, 'COMMITTED', 'CHECKED')
    throw error
  }
}

function checkUndoable({ state, plan }: { state: State; plan: unknown }): void {
  if (state === 'UNDONE') throw new OperationError('DUPLICATE', UNDONE_ALREADY)
  if (state === 'CHECKED')
    throw new OperationError('VALIDATION', 'This file was only previewed. There is nothing to undo.')
  if ((plan as unknown[]).length === 0)
    throw new OperationError(
      'VALIDATION',
      'The changes of this import are no longer stored. Change the objects manually.',
    )
}

/**
 * Imports of objects that users edit: each file is read, its effect is reported, and only then it is imported, once.
 */
export class DryRuns<Body extends { name: string }, Reported extends Report> {
  readonly #needs: Needs<Body>
  readonly #kind: ImportedKind

  constructor(kind: ImportedKind, needs: Needs<Body>) {
    this.#kind = kind
    this.#needs = needs
  }

  check(
    call: Parameters<typeof checkDry>[2],
    read: (come: UploadedFile) => Promise<Found<Reported, Planned<Body>>>,
  ) {
    return checkDry(this.#kind, this.#needs, call, read)
  }

  /** Executes a dry run, all of it or nothing. Throws when an object that it would change was changed meanwhile. */
  commit(call: Who<{ id: string }>) {
    const { db, objects, show } = this.#needs
    return commitDry<Planned<Body>, Reported>(this.#kind, db, call, {
      check: (plan) => this.#checkUnchanged(plan),
      act: async (plan, { file, counts }) => {
        const before = new Map(
          plan.flatMap((one) => ('id' in one ? [[one.id, objects.find(one.id)!.body] as const] : [])),
        )
        const { added, changed } = await objects.bring(call.caller, plan, `import of ${file}`, show)
        this.#push({ add: added, update: changed })
        const brought = [...added, ...changed].map(({ id, version, body }): Left<Body> => ({
          id,
          name: body.name,
          version,
          before: before.get(id) ?? null,
        }))
        const done = { added: added.length, changed: changed.length, skipped: counts.skip }
        return { done, brought }
      },
    })
  }

  /** Returns the committed files, with their reports. */
  async committed(limit: number) {
    const rows = await committedRuns(this.#needs.db, this.#kind, limit)
    return rows.map(({ id, state, report }) => ({
      id,
      isUndone: state === 'UNDONE',
      report: report as Reported,
    }))
  }

  /**
   * Undoes an import, all of it or nothing: removes what it added and restores what it changed. Objects changed since
   * stay, and so do added ones that others need; `neededBy` names those.
   */
  async undo(
    { input: { id, reason }, caller, record }: Who<{ id: string; reason: string }>,
    neededBy: (ids: readonly string[]) => Promise<Named>,
  ) {
    const { db, objects, show } = this.#needs
    record({ objectType: `${this.#kind}_import`, objectId: id, reason })
    const run = await readDryRun(db, this.#kind, id)
    if (run === undefined)
      throw new OperationError('NOT_FOUND', 'This import does not exist. Reload the list.')
    checkUndoable(run)
    const { steps, stays } = await this.#back(run.plan as Left<Body>[], neededBy)
    // When nothing is left to undo, another user may be undoing it at this moment.
    if (steps.length === 0) checkUndoable((await readDryRun(db, this.#kind, id)) ?? run)
    else if (!(await moveDryRun(db, id, 'COMMITTED', 'UNDONE')))
      throw new OperationError('DUPLICATE', UNDONE_ALREADY)
    try {
      const { changed, removed } = await objects.bring(caller, steps, reason, show)
      this.#push({ update: changed, delete: removed })
      const { file, sha256 } = run.report as Reported
      const done = { removed: removed.length, restored: changed.length, kept: stays.length }
      record({ after: { file, sha256, ...done } })
      return { id, ...done, stays: stays.slice(0, MOST_STAYS_NAMED) }
    } catch (error) {
      await moveDryRun(db, id, 'UNDONE', 'COMMITTED')
      throw error
    }
  }

  /** Notifies screens. */
  #push(changes: { [Op in 'add' | 'update' | 'delete']?: readonly Held<Body>[] }) {
    const { send, table } = this.#needs
    for (const op of ['add', 'update', 'delete'] as const) {
      const ones = changes[op] ?? []
      for (let at = 0; at < ones.length; at += PUSHED_AT_ONCE) {
        const some = ones.slice(at, at + PUSHED_AT_ONCE)
        const version = some.reduce((last, one) => Math.max(last, one.version), 0)
        send(tableUpdate, { table, op, ids: some.map(({ id }) => id), version }, EVERYONE)
      }
    }
  }

  /** The steps back from what a file left, and what stays. */
  async #back(lefts: readonly Left<Body>[], neededBy: (ids: readonly string[]) => Promise<Named>) {
    const added = lefts.flatMap(({ id, before }) => (before === null ? [id] : []))
    const needed = await neededBy(added)
    const steps: Step<Body>[] = []
    const stays: Stay[] = []
    for (const { id, name, version, before } of lefts) {
      const current = this.#needs.objects.find(id)
      if (current === undefined) {
        if (before !== null) stays.push({ id, name, why: 'was deleted after the import' })
      } else if (current.version !== version)
        stays.push({ id, name, why: `${current.updated_by} changed it after the import` })
      else if (before !== null) steps.push({ id, version, body: before })
      else {
        const names = needed.get(id)
        if (names === undefined) steps.push({ id, version })
        else stays.push({ id, name, why: `is used by: ${names.join(', ')}` })
      }
    }
    return { steps, stays }
  }

  /** Throws when an object that a dry run would change was changed before the commit. */
  #checkUnchanged(plan: readonly Planned<Body>[]) {
    const { objects, show } = this.#needs
    for (const one of plan) {
      if (!('id' in one)) continue
      const current = objects.find(one.id)
      if (current?.version !== one.version)
        throw new OperationError(
          'VERSION_CONFLICT',
          `${one.body.name} changed after the preview. Preview the file again.`,
          { data: current === undefined ? null : show(current) },
        )
    }
  }
}
