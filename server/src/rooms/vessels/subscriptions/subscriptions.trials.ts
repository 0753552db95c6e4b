import {
  addSubscription,
  deleteSubscription,
  getSubscriptions,
  updateSubscription,
} from '@samudra/contract/subscriptions'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { SHIP, type Sea } from '../../../../testing/parameters/sea.ts'

let ships = 538_200_000
const wish = { happenings: ['ARRIVAL', 'NEAR'] as ('ARRIVAL' | 'NEAR')[], near_nm: 1, severity: null }
const aTarget = () => ({ kind: 'VESSEL' as const, id: String(ships++) })
const one = async ({ call }: Sea) => ({
  id: (await call(addSubscription, { target: aTarget(), ...wish })).id,
})

export const TRIALS = [
  parameterCase(addSubscription, {
    base: () => ({ target: aTarget(), ...wish }),
    other: {
      'target.kind': 'elsewhere: server/src/rooms/vessels/subscriptions/subscriptions.test.ts',
      'target.id': 'elsewhere: server/src/rooms/vessels/subscriptions/subscriptions.test.ts',
      happenings: ['DARK', 'NEAR'],
      near_nm: 2,
      severity: 'CRITICAL',
    },
  }),
  parameterCase(getSubscriptions, {
    base: async (sea) => {
      await one(sea)
      return {}
    },
    other: { kind: 'PORT', target_id: SHIP },
  }),
  parameterCase(updateSubscription, {
    base: async (sea) => ({ ...(await one(sea)), expected_version: 1, ...wish }),
    other: { happenings: ['DARK', 'NEAR'], near_nm: 2, severity: 'CRITICAL' },
  }),
  parameterCase(deleteSubscription, { base: one }),
]
