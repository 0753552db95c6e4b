import { addUser } from '@samudra/contract/identity'
import { getLegalHolds, releaseLegalHold, setLegalHold } from '@samudra/contract/legal-holds'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import type { Sea } from '../../../../testing/parameters/sea.ts'

let made = 0
const aUser = async ({ call }: Sea) => {
  const { user } = await call(addUser, {
    username: `held-${++made}`,
    role: '2',
    sources: [],
    zone_access: [],
  })
  return user.id
}
const aHold = async (sea: Sea) =>
  (await sea.call(setLegalHold, { user_id: await aUser(sea), reason: 'Case 12' })).id

export const CASES = [
  parameterCase(setLegalHold, { base: async (sea) => ({ user_id: await aUser(sea), reason: 'Case 12' }) }),
  parameterCase(getLegalHolds, {
    base: async (sea) => {
      await sea.call(releaseLegalHold, { id: await aHold(sea), reason: 'Closed' })
      await aHold(sea)
      return (await aHold(sea), {})
    },
  }),
  parameterCase(releaseLegalHold, { base: async (sea) => ({ id: await aHold(sea), reason: 'Closed' }) }),
]
