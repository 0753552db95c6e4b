import {
  deleteVesselNote,
  getVesselNotes,
  getVesselNoteVersions,
  saveVesselNote,
} from '@samudra/contract/vessel-notes'
import { changing } from '../../../../testing/parameters/common.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { OTHER, SHIP, type Sea } from '../../../../testing/parameters/sea.ts'

const NOTE = { mmsi: SHIP, text: 'Drifts by night', visibility: 'CENTRE' } as const
const aNote = async ({ call }: Sea) => (await call(saveVesselNote, NOTE)).id
const made = async (sea: Sea) => ({ id: await aNote(sea) })

export const TRIALS = [
  parameterCase(getVesselNotes, {
    base: async (sea) => (await aNote(sea), await aNote(sea), { mmsi: SHIP }),
    other: { mmsi: OTHER, q: 'nothing', as_of: '2001-01-01T00:00:00.000Z' },
  }),
  parameterCase(saveVesselNote, {
    base: changing(aNote, NOTE),
    other: { id: 'none', mmsi: OTHER, text: 'Anchors by day', visibility: 'PRIVATE', expected_version: 7 },
  }),
  parameterCase(deleteVesselNote, { base: made }),
  parameterCase(getVesselNoteVersions, { base: made }),
]
