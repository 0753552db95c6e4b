import type { Db } from '../needs/database.ts'
import { forgetPlan, keepDryRun, moveDryRun, readDryRun, type State } from './dry-runs.sql.ts'
import { Refusal } from './errors.ts'
import type { Come, FilesOf } from './files.ts'
import type { Call } from './handle.ts'
import type { Held } from './object-rules.ts'
import type { Objects } from './objects.ts'

/** A dry run nobody commits within a day is let go. */
const KEPT_MS = 24 * 3_600_000

/** What every report of a dry run tells. */
type Report = { id: string; file: string; sha256: string; checked_at: string; counts: { skip: number } }
/** What committing does with one thing of the file: adds it, or makes the next version of one as it was when it was read. */
export type Step<Body> = { body: Body } | { body: Body; id: string; version: number }
type Named = { name: string }
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

/** Reads a file and says what it would do; nothing is changed. */
export function checkDry<Told extends Report>(
  kind: string,
  { db, files }: { db: Db; files: FilesOf },
  { caller, bytes, record }: CheckCall,
  { name, read }: { name: string; read: (come: Come) => Promise<{ report: Told; plan: unknown[] }> },
): Promise<Told> {
  return files.receive({ name, by: caller.userId, bytes }, async (come, keep) => {
    record({
      objectType: `${kind}_import`,
      after: { file: name, size: come.size, sha256: come.hash },
    })
    const { report, plan } = await read(come)
    const at = Date.parse(report.checked_at)
    await keep({ on: report.id, until: new Date(at + KEPT_MS) })
    await keepDryRun(
      db,
      { id: report.id, kind, checked_by: caller.userId, checked_at: new Date(at), report, plan },
      new Date(at - KEPT_MS),
    )
    record({ objectId: report.id })
    return report
  })
}

/** Does what a dry run said, once: `check` may refuse what was changed meanwhile, `act` does all of it or nothing. */
export async function commitDry<Plan, Told extends Report, Answer>(
  kind: string,
  db: Db,
  { record }: Pick<Call<unknown>, 'record'>,
  how: {
    id: string
    check: (plan: Plan[], report: Told) => void
    act: (plan: Plan[], report: Told) => Promise<{ done: object; answer: Answer }>
  },
): Promise<Answer> {
  const { id } = how
  record({ objectType: `${kind}_import`, objectId: id })
  const kept = (await readDryRun(db, kind, id)) as { state: State; report: Told; plan: Plan[] } | undefined
  if (kept === undefined) throw new Refusal('NOT_FOUND', 'This dry run is gone; read the file again.')
  const { plan, report, state } = kept
  how.check(plan, report)
  if (plan.length === 0 && state === 'CHECKED')
    throw new Refusal('VALIDATION', 'There is nothing in this file to add or change.')
  if (!(await moveDryRun(db, id, 'CHECKED', 'COMMITTED')))
    throw new Refusal('DUPLICATE', 'This dry run was committed already.')
  try {
    const { done, answer } = await how.act(plan, report)
    record({ after: { file: report.file, sha256: report.sha256, ...done } })
    await forgetPlan(db, id)
    return answer
  } catch (error) {
    await moveDryRun(db, id, 'COMMITTED', 'CHECKED')
    throw error
  }
}

/** Files of things that people edit: each is read, told what bringing it would do, and brought only then, once. */
export class DryRuns<Body extends Named, Told extends Report> {
  readonly #needs: Needs<Body>
  readonly #kind: string

  constructor(kind: string, needs: Needs<Body>) {
    this.#kind = kind
    this.#needs = needs
  }

  check(call: CheckCall, name: string, read: (come: Come) => Promise<{ report: Told; plan: Step<Body>[] }>) {
    return checkDry(this.#kind, this.#needs, call, { name, read })
  }

  /** Does what the dry run said, all of it or nothing; refused when what it would change was changed meanwhile. */
  commit(call: Pick<Call<unknown>, 'caller' | 'record'>, id: string) {
    const { objects, show } = this.#needs
    return commitDry<Step<Body>, Told, Brought<Body>>(this.#kind, this.#needs.db, call, {
      id,
      check: (plan) => this.#checkUnchanged(plan),
      act: async (plan, report) => {
        const { added, changed } = await objects.bring(call.caller, plan, `import of ${report.file}`, show)
        const done = { added: added.length, changed: changed.length, skipped: report.counts.skip }
        return { done, answer: { added, changed, answer: { id, ...done } } }
      },
    })
  }

  /** Somebody may have changed, between dry run and commit, what it would change. */
  #checkUnchanged(plan: readonly Step<Body>[]) {
    const { objects, show } = this.#needs
    for (const one of plan) {
      if (!('id' in one)) continue
      const current = objects.find(one.id)
      if (current?.version !== one.version)
        throw new Refusal(
          'VERSION_CONFLICT',
          `Somebody changed ${one.body.name} since the file was read; read it again.`,
          { data: current === undefined ? null : show(current) },
        )
    }
  }
}
