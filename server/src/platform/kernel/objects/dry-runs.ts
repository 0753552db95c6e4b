import type { AuditedObject } from '@samudra/contract/audited-objects'
import { ulid } from '../text/ulid.ts'
import type { Db } from '../../needs/database.ts'
import { committedRuns, keepBrought, keepDryRun, moveDryRun, readDryRun, type State } from './dry-runs.sql.ts'
import { OperationError } from '../http/errors.ts'
import type { UploadedFile, FilesOf } from '../files/file-store.ts'
import type { Call } from '../http/handle.ts'
import type { Held } from './object-rules.ts'
import type { Objects, Step } from './objects.ts'
import type { Named } from './references.ts'

/** Retention of a dry run that is not committed: a day. */
const RETENTION_MS = 24 * 3_600_000

/** So many of what stays when an import is undone are named. */
const MOST_STAYS_NAMED = 500
const UNDONE_ALREADY = 'This import was undone already.'

/** Fields of every report of a dry run. */
type Report = { id: string; file: string; sha256: string; checked_at: string; counts: { skip: number } }
/** Step of committing one row of a file: adds an object, or makes the next version of one as it was when read. */
export type Planned<Body> = Extract<Step<Body>, { body: Body }>
/** Result of one row: the version it made, and the body before; null for a new object. */
type Left<Body> = { id: string; name: string; version: number; before: Body | null }
/** Object that stays though the import is undone, with the reason. */
type Stay = { id: string; name: string; why: string }
type Needs<Body> = {
  db: Db
  files: FilesOf
  objects: Objects<Body>
  show: (current: Held<Body>) => unknown
}

type Brought<Body> = {
  added: Held<Body>[]
  changed: Held<Body>[]
  answer: { id: string; added: number; changed: number; skipped: number }
}
type CheckCall = Pick<Call<unknown>, 'caller' | 'bytes' | 'record'>

/** Returns the first fields of every report of a file that was read. */
export const reportOf = (file: string, { hash }: Pick<UploadedFile, 'hash'>, at: number) => ({
  id: ulid(at),
  file,
  sha256: hash,
  state: 'CHECKED' as const,
  checked_at: new Date(at).toISOString(),
})
/** Counts the rows by action. */
export function actionsOf(rows: readonly { action: 'add' | 'change' | 'skip' }[]) {
  const counts = { add: 0, change: 0, skip: 0 }
  for (const { action } of rows) counts[action]++
  return counts
}

/** Kinds of objects whose imports leave a record. */
type ImportedKind = AuditedObject extends infer Type
  ? Type extends `${infer Kind}_import`
    ? Kind
    : never
  : never

/** Reads a file and reports what it would do; changes nothing. */
export function checkDry<Outcome extends Report>(
  kind: ImportedKind,
  { db, files }: { db: Db; files: FilesOf },
  { caller, bytes, record }: CheckCall,
  {
    name,
    read,
  }: { name: string; read: (come: UploadedFile) => Promise<{ report: Outcome; plan: unknown[] }> },
): Promise<Outcome> {
  return files.receive({ name, by: caller.userId, bytes }, async (come, keep) => {
    record({
      objectType: `${kind}_import`,
      after: { file: name, size: come.size, sha256: come.hash },
    })
    const { report, plan } = await read(come)
    const at = Date.parse(report.checked_at)
    await keep({ on: report.id, until: new Date(at + RETENTION_MS) })
    await keepDryRun(
      db,
      { id: report.id, kind, checked_by: caller.userId, checked_at: new Date(at), report, plan },
      new Date(at - RETENTION_MS),
    )
    record({ objectId: report.id })
    return report
  })
}

/** Executes a dry run, once: `check` may refuse what was changed meanwhile, `act` does all of it or nothing. */
export async function commitDry<Plan, Reported extends Report, Answer>(
  kind: ImportedKind,
  db: Db,
  { record }: Pick<Call<unknown>, 'record'>,
  how: {
    id: string
    check: (plan: Plan[], report: Reported) => void
    act: (
      plan: Plan[],
      report: Reported,
    ) => Promise<{ done: object; answer: Answer; brought?: readonly unknown[] }>
  },
): Promise<Answer> {
  const { id } = how
  record({ objectType: `${kind}_import`, objectId: id })
  const stored = (await readDryRun(db, kind, id)) as
    | { state: State; report: Reported; plan: Plan[] }
    | undefined
  if (stored === undefined)
    throw new OperationError('NOT_FOUND', 'This dry run is gone; read the file again.')
  const { plan, report, state } = stored
  if (state !== 'CHECKED') throw new OperationError('DUPLICATE', 'This dry run was committed already.')
  how.check(plan, report)
  if (plan.length === 0)
    throw new OperationError('VALIDATION', 'There is nothing in this file to add or change.')
  if (!(await moveDryRun(db, id, 'CHECKED', 'COMMITTED')))
    throw new OperationError('DUPLICATE', 'This dry run was committed already.')
  try {
    const { done, answer, brought = [] } = await how.act(plan, report)
    record({ after: { file: report.file, sha256: report.sha256, ...done } })
    await keepBrought(db, id, brought)
    return answer
  } catch (error) {
    await moveDryRun(db, id, 'COMMITTED', 'CHECKED')
    throw error
  }
}

function checkUndoable({ state, plan }: { state: State; plan: unknown }): void {
  if (state === 'UNDONE') throw new OperationError('DUPLICATE', UNDONE_ALREADY)
  if (state === 'CHECKED')
    throw new OperationError('VALIDATION', 'This file was only looked into; there is nothing to undo.')
  if ((plan as unknown[]).length === 0)
    throw new OperationError(
      'VALIDATION',
      'What this import brought is not known any more; change it by hand.',
    )
}

/**
 * Imports of objects that users edit: each file is read, its effect is reported, and only then it is imported, once.
 */
export class DryRuns<Body extends { name: string }, Done extends Report> {
  readonly #needs: Needs<Body>
  readonly #kind: ImportedKind

  constructor(kind: ImportedKind, needs: Needs<Body>) {
    this.#kind = kind
    this.#needs = needs
  }

  check(
    call: CheckCall,
    name: string,
    read: (come: UploadedFile) => Promise<{ report: Done; plan: Planned<Body>[] }>,
  ) {
    return checkDry(this.#kind, this.#needs, call, { name, read })
  }

  /** Executes a dry run, all of it or nothing. Throws when an object that it would change was changed meanwhile. */
  commit(call: Pick<Call<unknown>, 'caller' | 'record'>, id: string) {
    const { objects, show } = this.#needs
    return commitDry<Planned<Body>, Done, Brought<Body>>(this.#kind, this.#needs.db, call, {
      id,
      check: (plan) => this.#checkUnchanged(plan),
      act: async (plan, report) => {
        const before = new Map(
          plan.flatMap((one) => ('id' in one ? [[one.id, objects.find(one.id)!.body] as const] : [])),
        )
        const { added, changed } = await objects.bring(call.caller, plan, `import of ${report.file}`, show)
        const done = { added: added.length, changed: changed.length, skipped: report.counts.skip }
        const brought = [...added, ...changed].map(({ id: of, version, body }): Left<Body> => ({
          id: of,
          name: body.name,
          version,
          before: before.get(of) ?? null,
        }))
        return { done, brought, answer: { added, changed, answer: { id, ...done } } }
      },
    })
  }

  /** Returns the committed files, with their reports. */
  async committed(limit: number) {
    const rows = await committedRuns(this.#needs.db, this.#kind, limit)
    return rows.map(({ id, state, report }) => ({ id, isUndone: state === 'UNDONE', report: report as Done }))
  }

  /**
   * Undoes an import, all of it or nothing: removes what it added and restores what it changed. Objects changed since
   * stay, and so do added ones that others need; `neededBy` names those.
   */
  async undo(
    { caller, record }: Pick<Call<unknown>, 'caller' | 'record'>,
    { id, reason }: { id: string; reason: string },
    neededBy: (ids: readonly string[]) => Promise<Named>,
  ) {
    const { db, objects, show } = this.#needs
    record({ objectType: `${this.#kind}_import`, objectId: id, reason })
    const run = await readDryRun(db, this.#kind, id)
    if (run === undefined)
      throw new OperationError('NOT_FOUND', 'There is no such import; look for it in the list.')
    checkUndoable(run)
    const { steps, stays } = await this.#back(run.plan as Left<Body>[], neededBy)
    // When nothing is left to undo, another user may be undoing it at this moment.
    if (steps.length === 0) checkUndoable((await readDryRun(db, this.#kind, id)) ?? run)
    else if (!(await moveDryRun(db, id, 'COMMITTED', 'UNDONE')))
      throw new OperationError('DUPLICATE', UNDONE_ALREADY)
    try {
      const { changed, removed } = await objects.bring(caller, steps, reason, show)
      const { file, sha256 } = run.report as Done
      const done = { removed: removed.length, restored: changed.length, kept: stays.length }
      record({ after: { file, sha256, ...done } })
      return { changed, removed, answer: { id, ...done, stays: stays.slice(0, MOST_STAYS_NAMED) } }
    } catch (error) {
      await moveDryRun(db, id, 'UNDONE', 'COMMITTED')
      throw error
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
        if (before !== null) stays.push({ id, name, why: 'was deleted since' })
      } else if (current.version !== version)
        stays.push({ id, name, why: `${current.updated_by} changed it since` })
      else if (before !== null) steps.push({ id, version, body: before })
      else {
        const names = needed.get(id)
        if (names === undefined) steps.push({ id, version })
        else stays.push({ id, name, why: `is needed: ${names.join(', ')}` })
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
          `Somebody changed ${one.body.name} since the file was read; read it again.`,
          { data: current === undefined ? null : show(current) },
        )
    }
  }
}
