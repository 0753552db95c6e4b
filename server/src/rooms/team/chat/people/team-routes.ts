import type { Chat } from '../chat.ts'
import { chatIdOf, userIdOf } from '../chat-ids.ts'
import { unreadOf } from '../channels/channel-members.sql.ts'
import { presentTeam, presentTeamMember } from '../presented.ts'
import { ROLES } from '@samudra/contract/identity'
import { notFound } from '../v4/chat-error.ts'
import { get, numberOf, post, type ChatCall, type ChatRoute } from '../v4/serve.ts'
import { mustBeSelf } from './user-routes.ts'

/** The installation is one team, of which every user is a member. */
export const teamRoutes = (chat: Chat): ChatRoute[] => {
  const team = presentTeam(chat.team)
  const known = (call: ChatCall) => {
    if (call.params['t'] !== chat.team) throw notFound('This team')
    return call
  }
  const membersOf = async ({ query }: ChatCall) => {
    const limit = numberOf(query, 'per_page', [1, 60, 200])
    const accounts = await chat.identity.accountPage({
      offset: numberOf(query, 'page', [0, 0, 1e6]) * limit,
      limit,
    })
    return accounts.map(({ id, role }) => presentTeamMember(chat.team, chatIdOf(id), role === ROLES.ADMIN))
  }
  return [
    get('/teams', async () => ({ json: [team] })),
    post('/teams', async () => ({ json: [team] })),
    get('/teams/name/:name', async ({ params }) => {
      if (params['name'] !== team.name) throw notFound('This team')
      return { json: team }
    }),
    get('/teams/:t', async (call) => (known(call), { json: team })),
    get('/teams/:t/members', async (call) => ({ json: await membersOf(known(call)) })),
    get('/teams/:t/members/:u', async (call) => {
      const [account] = await chat.identity.accountsById([userIdOf(known(call).params['u']!)])
      if (account === undefined) throw notFound('This user')
      return { json: presentTeamMember(chat.team, chatIdOf(account.id), account.role === ROLES.ADMIN) }
    }),
    get('/teams/:t/stats', async (call) => {
      known(call)
      const n = (await chat.identity.everyone()).length
      return { json: { team_id: chat.team, total_member_count: n, active_member_count: n } }
    }),
    get('/users/:u/teams/unread', async (call) => ({ json: [await unread(chat, mustBeSelf(call))] })),
    get('/users/:u/teams/:t/unread', async (call) => ({ json: await unread(chat, mustBeSelf(known(call))) })),
  ]
}

async function unread({ db, team }: Chat, userId: string) {
  const { mentions, channels } = await unreadOf(db, userId)
  return {
    team_id: team,
    msg_count: channels,
    mention_count: mentions,
    mention_count_root: mentions,
    msg_count_root: channels,
    thread_count: 0,
    thread_mention_count: 0,
    thread_urgent_mention_count: 0,
  }
}
