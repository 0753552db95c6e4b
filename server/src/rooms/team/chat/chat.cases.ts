import { addUser } from '@samudra/contract/identity'
import {
  chatChannels,
  chatFile,
  chatPosts,
  chatUsers,
  exportChannel,
  exportHeldChat,
  uploadChatFile,
} from '@samudra/contract/chat-calls'
import { setLegalHold } from '@samudra/contract/legal-holds'
import { parameterCase } from '../../../../testing/parameters/row.ts'
import type { Sea } from '../../../../testing/parameters/sea.ts'

const TEST = 'server/src/rooms/team/chat/chat-calls.test.ts'
let made = 0
const aHold = async ({ call }: Sea) => {
  const { user } = await call(addUser, {
    username: `held-chat-${++made}`,
    role: '2',
    sources: [],
    zone_access: [],
  })
  return (await call(setLegalHold, { user_id: user.id, reason: 'Case 12' })).id
}

export const CASES = [
  parameterCase(chatUsers, { other: { q: 'nobody-of-this-name' } }),
  parameterCase(chatChannels, { other: { type: 'P' } }),
  parameterCase(chatPosts, { elsewhere: TEST }),
  parameterCase(chatFile, { elsewhere: TEST }),
  parameterCase(uploadChatFile, { elsewhere: TEST }),
  parameterCase(exportChannel, { elsewhere: TEST }),
  parameterCase(exportHeldChat, {
    base: async (sea) => ({ id: await aHold(sea), reason: 'Case 12' }),
    elsewhere: { reason: TEST },
  }),
]
