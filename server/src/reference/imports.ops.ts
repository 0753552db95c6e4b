import {
  LARGEST_EEZ_FILE,
  MARINE_REGIONS_COLUMNS,
  checkEezImport,
  commitEezImport,
  type EezImport,
} from '@samudra/contract/reference'
import { ulid } from 'ulid'
import { readGeoFile } from '../formats/geo-file.ts'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import type { Come, FileKind, FilesOf } from '../kernel/files.ts'
import type { Readers } from '../kernel/readers.ts'
import { handle, type Handled } from '../kernel/handle.ts'
import type { Db } from '../needs/database.ts'
import { presentOwn, type OwnEez } from './eez.ts'
import { tell, type EezNeeds } from './eez.ops.ts'
import { planImport, type Columns, type Planned } from './import-plan.ts'
import { forgetPlan, keepImport, moveImport, readImport } from './imports.sql.ts'

/** About half a kilometre: finer than the lines are. */
const USUAL_TOLERANCE = 0.005
const MOST_FEATURES = 2000
const MOST_POSITIONS = 400_000
/** A dry run nobody commits within a day is let go. */
const KEPT_MS = 24 * 3_600_000

type Needs = EezNeeds & { db: Db; readers: Readers; files: FilesOf }

/** What dry runs were made of; nobody is given it. */
export const BOUNDARY_FILES: FileKind = {
  name: 'eez_import',
  largest: LARGEST_EEZ_FILE,
  takes: 'ANY',
  isSeen: () => false,
}

export const importOps = (needs: Needs): Handled[] => [check(needs), commit(needs)]

const check = (needs: Needs) =>
  handle(checkEezImport, ({ input, caller, bytes, record }) =>
    needs.files.receive({ name: input.name, by: caller.userId, bytes }, async (come, keep) => {
      record({ objectType: 'eez_import', after: { file: input.name, size: come.size, sha256: come.hash } })
      const { report, plan } = await dryRun(needs, input, caller, come)
      const checkedAt = Date.parse(report.checked_at)
      await keep({ on: report.id, until: new Date(checkedAt + KEPT_MS) })
      await keepImport(
        needs.db,
        { id: report.id, checked_by: caller.userId, checked_at: new Date(checkedAt), report, plan },
        new Date(checkedAt - KEPT_MS),
      )
      record({ objectId: report.id })
      return report
    }),
  )

type Input = Extract<ReturnType<typeof checkEezImport.input>, { ok: true }>['value']

async function dryRun({ clock, boundaries, readers }: Needs, input: Input, { userId }: Caller, come: Come) {
  const reading = await readGeoFile(readers, userId, come.read(), {
    name: input.name,
    only: 'areas',
    tolerance: input.simplify ?? USUAL_TOLERANCE,
    mostFeatures: MOST_FEATURES,
    mostPositions: MOST_POSITIONS,
  })
  const said = { source: input.source, edition: input.edition ?? '' }
  const own = [...boundaries.own.all()]
  const { rows, plan } = planImport(reading.features, columnsOf(input.columns ?? {}), said, own)
  const count = (action: string) => rows.filter((row) => row.action === action).length
  const checkedAt = clock.now()
  const names = new Set(reading.features.flatMap(({ properties }) => Object.keys(properties)))
  const report: EezImport = {
    id: ulid(checkedAt),
    file: input.name,
    format: reading.format,
    sha256: come.hash,
    state: 'CHECKED',
    rows,
    errors: reading.faults,
    columns: [...names].slice(0, 200),
    counts: {
      add: count('add'),
      change: count('change'),
      skip: count('skip'),
      errors: reading.faults.length,
    },
    checked_at: new Date(checkedAt).toISOString(),
  }
  return { report, plan }
}

function columnsOf(chosen: { [Name in keyof Columns]?: string | undefined }): Columns {
  const names = Object.keys(MARINE_REGIONS_COLUMNS) as (keyof Columns)[]
  return Object.fromEntries(
    names.map((name) => [name, chosen[name] || MARINE_REGIONS_COLUMNS[name]]),
  ) as Columns
}

const commit = (needs: Needs) =>
  handle(commitEezImport, async ({ input, caller, record }) => {
    const { db } = needs
    record({ objectType: 'eez_import', objectId: input.id })
    const kept = await readImport(db, input.id)
    if (kept === undefined) throw new Refusal('NOT_FOUND', 'This dry run is gone; read the file again.')
    checkUnchanged(needs, kept.plan)
    if (kept.plan.length === 0 && kept.state === 'CHECKED')
      throw new Refusal('VALIDATION', 'There is nothing in this file to add or change.')
    if (!(await moveImport(db, input.id, 'CHECKED', 'COMMITTED')))
      throw new Refusal('DUPLICATE', 'This dry run was committed already.')
    try {
      const { added, changed } = await carryOut(needs, kept.plan, caller, `import of ${kept.report.file}`)
      const done = { added: added.length, changed: changed.length, skipped: kept.report.counts.skip }
      record({ after: { file: kept.report.file, sha256: kept.report.sha256, ...done } })
      await forgetPlan(db, input.id)
      if (added.length > 0) tell(needs, 'add', added)
      if (changed.length > 0) tell(needs, 'update', changed)
      return { id: input.id, ...done }
    } catch (error) {
      await moveImport(db, input.id, 'COMMITTED', 'CHECKED')
      throw error
    }
  })

/** Somebody may have changed, between dry run and commit, what it would change. */
function checkUnchanged({ boundaries }: Needs, plan: readonly Planned[]) {
  for (const one of plan) {
    if (!('id' in one)) continue
    const current = boundaries.own.find(one.id)
    if (current?.version !== one.version)
      throw new Refusal(
        'VERSION_CONFLICT',
        `Somebody changed ${one.body.name} since the file was read; read it again.`,
        { data: current === undefined ? null : presentOwn(current, true) },
      )
  }
}

async function carryOut({ boundaries }: Needs, plan: readonly Planned[], caller: Caller, reason: string) {
  const drafts = plan.flatMap((one) =>
    'id' in one ? [] : [{ body: one.body, visibility: 'CENTRE' as const }],
  )
  const changed: OwnEez[] = []
  for (const one of plan)
    if ('id' in one)
      changed.push(
        await boundaries.own.change(
          caller,
          { id: one.id, expected_version: one.version },
          { body: one.body, reason },
          (current) => presentOwn(current, true),
        ),
      )
  const added = drafts.length === 0 ? [] : await boundaries.own.addAll(caller, drafts)
  return { added, changed }
}
