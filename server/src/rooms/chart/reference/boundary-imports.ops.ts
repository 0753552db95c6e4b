import {
  LARGEST_EEZ_FILE,
  MARINE_REGIONS_COLUMNS,
  checkEezImport,
  commitEezImport,
  type EezImport,
} from '@samudra/contract/reference'
import { readGeoFile } from '../../../platform/formats/geo-file.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { actionsOf, DryRuns, reportOf } from '../../../platform/kernel/objects/dry-runs.ts'
import { importFiles, type UploadedFile, type FilesOf } from '../../../platform/kernel/files/file-store.ts'
import type { Readers } from '../../../platform/kernel/files/readers.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { presentOwn, type EezBody } from './eez.ts'
import { pushChange, type EezNeeds } from './eez.ops.ts'
import { planImport, type Columns } from './boundary-import-plan.ts'

/** About half a kilometre: finer than the lines are. */
const USUAL_TOLERANCE = 0.005
const MOST_FEATURES = 2000
const MOST_POSITIONS = 400_000
type Needs = EezNeeds & { db: Db; readers: Readers; files: FilesOf }

/** Files of dry runs; no user receives them. */
export const BOUNDARY_FILES = importFiles('eez_import', LARGEST_EEZ_FILE)

export const importOps = (needs: Needs): Handled[] => [check(needs), commit(needs)]

const dryRuns = ({ db, files, boundaries }: Needs) =>
  new DryRuns<EezBody, EezImport>('eez', {
    db,
    files,
    objects: boundaries.own,
    show: (current) => presentOwn(current, true),
  })

const check = (needs: Needs) =>
  handle(checkEezImport, (call) =>
    dryRuns(needs).check(call, call.input.name, (come) => dryRun(needs, call.input, call.caller, come)),
  )

type Input = Extract<ReturnType<typeof checkEezImport.input>, { ok: true }>['value']

async function dryRun(
  { clock, boundaries, readers }: Needs,
  input: Input,
  { userId }: Caller,
  come: UploadedFile,
) {
  const reading = await readGeoFile(readers, userId, come.read(), {
    name: input.name,
    only: 'areas',
    tolerance: input.simplify ?? USUAL_TOLERANCE,
    mostFeatures: MOST_FEATURES,
    mostPositions: MOST_POSITIONS,
  })
  const fields = { source: input.source, edition: input.edition ?? '' }
  const own = [...boundaries.own.all()]
  const { rows, plan } = planImport(reading.features, columnsOf(input.columns ?? {}), fields, own)
  const names = new Set(reading.features.flatMap(({ properties }) => Object.keys(properties)))
  const report: EezImport = {
    ...reportOf(input.name, come, clock.now()),
    format: reading.format,
    rows,
    errors: reading.faults,
    columns: [...names].slice(0, 200),
    counts: { ...actionsOf(rows), errors: reading.faults.length },
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
  handle(commitEezImport, async (call) => {
    const { added, changed, answer } = await dryRuns(needs).commit(call, call.input.id)
    if (added.length > 0) pushChange(needs, 'add', added)
    if (changed.length > 0) pushChange(needs, 'update', changed)
    return answer
  })
