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
import { idIn, PERIOD } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { HERE, noon, type Sea, SHIP } from '../../../../testing/parameters/sea.ts'

const IMPORTS = 'server/src/rooms/past/exchange/exchange.test.ts'
const COMMITS = 'server/src/rooms/past/exchange/track-imports.test.ts'
let files = 0
/** Each brings a position of its own. */
const track = () => `mmsi,observed_at,latitude,longitude\n${SHIP},${noon(-600 + ++files)},10,72\n`
const anImport = async ({ call }: Sea) => ({
  id: (await call(startImport, { name: 'x.csv', size: track().length, sources: 'IMPORT' })).id,
})
const settled = async (sea: Sea, id: string, running: ImportJob['state']) =>
  (await ended(sea, id, running)).state
const aHalfRead = async (sea: Sea) => ({ ...(await anImport(sea)), offset: 0 })

export const CASES = [
  parameterCase(getImport, { base: anImport }),
  parameterCase(uploadImportPart, { base: aHalfRead, bytes: Buffer.from('mmsi') }),
  parameterCase(checkImport, {
    base: async (sea) => {
      const { id } = await anImport(sea)
      await sea.answerTo(uploadImportPart, { id, offset: 0 }, Buffer.from(track()))
      return { id }
    },
    state: (sea, { id }) => settled(sea, id as string, 'CHECKING'),
  }),
  parameterCase(commitImport, { elsewhere: COMMITS }),
  parameterCase(undoImport, { elsewhere: IMPORTS }),
  parameterCase(cancelImport, { base: anImport }),
  parameterCase(createExport, {
    base: () => ({ format: 'CSV', mmsis: [SHIP], ...PERIOD }),
    state: (sea, _, answer) => sea.bytesOf(getExport, { id: idIn(answer) }),
  }),
  parameterCase(getExport, {
    base: async ({ call }) => ({
      id: (await call(createExport, { format: 'CSV', area: HERE, ...PERIOD })).id,
    }),
  }),
]
