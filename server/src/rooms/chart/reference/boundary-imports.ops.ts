import {
  LARGEST_EEZ_FILE,
  MARINE_REGIONS_COLUMNS,
  checkEezImport,
  commitEezImport,
  type EezImport,
} from '@samudra/contract/reference'
import { readGeoFile } from '../../../platform/formats/geo-file.ts'
import { DryRuns } from '../../../platform/kernel/objects/dry-runs.ts'
import { importFiles, type FilesOf } from '../../../platform/kernel/files/file-store.ts'
import type { Readers } from '../../../platform/kernel/files/readers.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { presentOwn, type EezBody } from './eez.ts'
import type { EezNeeds } from './eez.ops.ts'
import { planImport, type Columns } from './boundary-import-plan.ts'

/** About half a kilometre: finer than the lines are. */
const USUAL_TOLERANCE = 0.005
const MOST_FEATURES = 2000
const MOST_POSITIONS = 400_000

/** Files of dry runs; no user receives them. */
export const BOUNDARY_FILES = importFiles('eez_import', LARGEST_EEZ_FILE)

export function importOps(needs: EezNeeds & { db: Db; readers: Readers; files: FilesOf }): Handled[] {
  const { boundaries, readers } = needs
  const imports = new DryRuns<EezBody, EezImport>('eez', {
    ...needs,
    objects: boundaries.own,
    table: 'eez',
    show: (current) => presentOwn(current, true),
  })
  return [
    handle(checkEezImport, (call) =>
      imports.check(call, async (come) => {
        const { name, source, edition = '', simplify = USUAL_TOLERANCE, columns = {} } = call.input
        const { format, features, faults } = await readGeoFile(readers, call.caller.userId, come.read(), {
          name,
          only: 'areas',
          tolerance: simplify,
          mostFeatures: MOST_FEATURES,
          mostPositions: MOST_POSITIONS,
        })
        const names = new Set(features.flatMap(({ properties }) => Object.keys(properties)))
        const own = [...boundaries.own.all()]
        return {
          ...planImport(features, columnsOf(columns), { source, edition }, own),
          format,
          errors: faults,
          columns: [...names].slice(0, 200),
          counts: { errors: faults.length },
        }
      }),
    ),
    handle(commitEezImport, (call) => imports.commit(call)),
  ]
}

function columnsOf(chosen: { [Name in keyof Columns]?: string | undefined }): Columns {
  const names = Object.keys(MARINE_REGIONS_COLUMNS) as (keyof Columns)[]
  return Object.fromEntries(
    names.map((name) => [name, chosen[name] || MARINE_REGIONS_COLUMNS[name]]),
  ) as Columns
}
