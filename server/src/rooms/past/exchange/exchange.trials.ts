import {
  cancelImport,
  checkImport,
  commitImport,
  createExport,
  getExport,
  getImport,
  type ImportJob,
  startImport,
  undoImport,
  uploadImportPart,
} from '@samudra/contract/exchange'
import { ended } from '../../../../testing/seas/stored-imports.ts'
import { PERIOD, SHIFTED } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { ELSEWHERE, HERE, noon, OTHER, type Sea, SHIP } from '../../../../testing/parameters/sea.ts'

const IMPORTS = 'elsewhere: server/src/rooms/past/exchange/exchange.test.ts'
const COMMITS = 'elsewhere: server/src/rooms/past/exchange/imports.test.ts'
let files = 0
/** Each brings a position of its own. */
const track = () => `mmsi,observed_at,latitude,longitude\n${SHIP},${noon(-600 + ++files)},10,72\n`
const anImport = async ({ call }: Sea) => ({
  id: (await call(startImport, { name: 'x.csv', size: track().length, sources: 'IMPORT' })).id,
})
const settled = async (sea: Sea, id: string, running: ImportJob['state']) =>
  (await ended(sea, id, running)).state
const aHalfRead = async (sea: Sea) => ({ ...(await anImport(sea)), offset: 0 })

export const TRIALS = [
  parameterCase(getImport, { base: anImport }),
  parameterCase(startImport, { other: { size: 11, sources: 'IMPORT' } }),
  parameterCase(uploadImportPart, { base: aHalfRead, bytes: Buffer.from('mmsi'), other: { offset: 5 } }),
  parameterCase(checkImport, {
    base: async (sea) => {
      const { id } = await anImport(sea)
      await sea.tell(uploadImportPart, { id, offset: 0 }, Buffer.from(track()))
      return { id }
    },
    state: (sea, { id }) => settled(sea, id as string, 'CHECKING'),
  }),
  parameterCase(commitImport, { other: { id: COMMITS } }),
  parameterCase(undoImport, { other: { id: IMPORTS, reason: IMPORTS } }),
  parameterCase(cancelImport, { base: anImport }),
  parameterCase(createExport, {
    base: () => ({ format: 'CSV', mmsis: [SHIP], ...PERIOD }),
    other: { format: 'KML', ...SHIFTED, mmsis: [OTHER], area: ELSEWHERE },
    state: async (sea, _, told) => sea.bytesOf(getExport, { id: (told.Data as { id: string }).id }),
  }),
  parameterCase(getExport, {
    base: async ({ call }) => ({
      id: (await call(createExport, { format: 'CSV', area: HERE, ...PERIOD })).id,
    }),
  }),
]
