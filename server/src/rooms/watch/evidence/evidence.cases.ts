import { addVesselEventsAndDisasters } from '@samudra/contract/events'
import { getEvidence } from '@samudra/contract/evidence'
import { anEvent } from '../../../../testing/seas/an-event.ts'
import { parameterCase } from '../../../../testing/parameters/row.ts'

export const CASES = [
  parameterCase(getEvidence, {
    base: async ({ call }) => ({
      kind: 'event',
      id: (await call(addVesselEventsAndDisasters, anEvent())).id,
      format: 'json',
    }),
  }),
]
