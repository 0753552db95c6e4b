import type { Chat } from '../chat.ts'
import { teamChannels } from '../channels/channel-changes.ts'
import { membershipsJson } from '../channels/member-routes.ts'
import { presentTeam } from '../presented.ts'
import { notFound } from '../v4/chat-error.ts'
import { either, type ChatRoute } from '../v4/serve.ts'
import { contacts, mustBeSelf } from './user-routes.ts'

/** The specification's own calls, by POST and GET: teams, memberships, channels with mentions, contacts. */
export const ownRoutes = (chat: Chat): ChatRoute[] => [
  ...either('', async () => ({ json: { data: [presentTeam(chat.team)] } })),
  ...either('/:u/channel_members', membershipsJson(chat)),
  ...either('/:u/teams/:t/channels', async (call) => {
    const me = mustBeSelf(call)
    if (call.params['t'] !== chat.team) throw notFound('This team')
    return { json: await teamChannels(chat, me) }
  }),
  ...either('/:u/contacts', contacts(chat)),
]
