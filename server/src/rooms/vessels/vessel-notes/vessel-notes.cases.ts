import {
  deleteVesselNote,
  getVesselNotes,
  getVesselNoteVersions,
  saveVesselNote,
} from '@samudra/contract/vessel-notes'
import { changing } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { SHIP, type Sea } from '../../../../testing/parameters/sea.ts'

const NOTE = { mmsi: SHIP, text: 'Drifts by night', visibility: 'CENTRE' } as const
const aNote = async ({ call }: Sea) => (await call(saveVesselNote, NOTE)).id
const made = async (sea: Sea) => ({ id: await aNote(sea) })

export const CASES = [
  parameterCase(getVesselNotes, {
    base: async (sea) => (await aNote(sea), await aNote(sea), { mmsi: SHIP }),
  }),
  parameterCase(saveVesselNote, { base: changing(aNote, NOTE) }),
  parameterCase(deleteVesselNote, { base: made }),
  parameterCase(getVesselNoteVersions, { base: made }),
]
