import { addGroup, deleteGroup, getGroups, updateGroup } from '@samudra/contract/roster'
import { addUser } from '@samudra/contract/identity'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import type { Sea } from '../../../../testing/parameters/sea.ts'

let made = 0
const aGroup = () => ({ name: `Group ${++made}` })
const aMember = async ({ call }: Sea) => {
  const { user } = await call(addUser, {
    username: `member-${++made}`,
    role: '2',
    sources: [],
    zone_access: [],
  })
  return [user.id]
}

export const CASES = [
  parameterCase(getGroups, {}),
  parameterCase(addGroup, { base: aGroup, other: { name: '', members: aMember } }),
  parameterCase(updateGroup, {
    base: async (sea) => ({ id: (await sea.call(addGroup, aGroup())).id, expected_version: 1 }),
    other: { name: '', members: aMember },
  }),
  parameterCase(deleteGroup, { base: async ({ call }) => ({ id: (await call(addGroup, aGroup())).id }) }),
]
