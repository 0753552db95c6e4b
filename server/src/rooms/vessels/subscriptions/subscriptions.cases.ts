import {
  addSubscription,
  deleteSubscription,
  getSubscriptions,
  updateSubscription,
} from '@samudra/contract/subscriptions'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import { type Sea } from '../../../../testing/parameters/sea.ts'

let ships = 538_200_000
const wish = { happenings: ['ARRIVAL', 'NEAR'] as ('ARRIVAL' | 'NEAR')[], near_nm: 1, severity: null }
const aTarget = () => ({ kind: 'VESSEL' as const, id: String(ships++) })
const one = async ({ call }: Sea) => ({
  id: (await call(addSubscription, { target: aTarget(), ...wish })).id,
})

export const CASES = [
  parameterCase(addSubscription, {
    base: () => ({ target: aTarget(), ...wish }),
    other: { happenings: ['DARK', 'NEAR'] },
    elsewhere: {
      'target.kind': 'server/src/rooms/vessels/subscriptions/subscriptions.test.ts',
      'target.id': 'server/src/rooms/vessels/subscriptions/subscriptions.test.ts',
    },
  }),
  parameterCase(getSubscriptions, {
    base: async (sea) => {
      await one(sea)
      return {}
    },
  }),
  parameterCase(updateSubscription, {
    base: async (sea) => ({ ...(await one(sea)), expected_version: 1, ...wish }),
    other: { happenings: ['DARK', 'NEAR'] },
  }),
  parameterCase(deleteSubscription, { base: one }),
]
