import { ChatError, forbidden } from '../v4/chat-error.ts'
import type { ChatCall } from '../v4/serve.ts'
import type { ChatLink } from './chat-links.ts'
import type { RemoteChat } from './remote-chat.ts'

type Member = { channel_id: string; mention_count: number }
type Channel = { id: string; type: string; name: string; last_post_at: number }
type User = { id: string; username: string; is_bot?: boolean }

const PAGE = 200
/** Pages of a list that are read. */
const MOST_PAGES = 10

/** Returns the account when the path names it. Throws 403 for another user. */
export function mustBeSelfIn({ params, me }: ChatCall, link: ChatLink): ChatLink {
  const named = params['u']
  if (named !== link.remoteId && named !== me) throw forbidden('You may read your own lists only.')
  return link
}

/** Lists of the specification, from those of the other server. */
export function remoteLists(remote: RemoteChat) {
  const read = async <T>({ token }: ChatLink, path: string): Promise<T> => {
    const { status, json } = await remote.call('GET', path, { token })
    if (status < 300) return json as T
    const { id, message } = json as { id?: string; message?: string }
    throw new ChatError(
      status,
      id ?? 'api.context.404.app_error',
      message ?? 'The chat server refused the call.',
    )
  }
  const users = async (link: ChatLink): Promise<User[]> => {
    const all: User[] = []
    for (let page = 0; page < MOST_PAGES; page++) {
      const part = await read<User[]>(link, `/users?page=${page}&per_page=${PAGE}&active=true`)
      all.push(...part)
      if (part.length < PAGE) break
    }
    return all
  }
  const channelsOf = async (link: ChatLink) => {
    const [team] = await read<{ id: string }[]>(link, '/users/me/teams')
    return team === undefined ? [] : read<Channel[]>(link, `/users/me/teams/${team.id}/channels`)
  }
  return {
    teams: (link: ChatLink) => read<unknown[]>(link, '/users/me/teams'),
    members: (link: ChatLink, query: Record<string, string>) =>
      read<Member[]>(
        link,
        `/users/me/channel_members?page=${Number(query['page'] ?? 0)}&per_page=${Number(query['per_page'] ?? PAGE)}`,
      ),
    channels: async (link: ChatLink, team: string) => {
      const path = `/users/me/teams/${encodeURIComponent(team)}/channels`
      const [channels, members] = await Promise.all([
        read<Channel[]>(link, path),
        read<Member[]>(link, `${path}/members`),
      ])
      const counts = new Map(members.map(({ channel_id, mention_count }) => [channel_id, mention_count]))
      return channels.map((channel) => ({ ...channel, mention_count: counts.get(channel.id) ?? 0 }))
    },
    contacts: async (link: ChatLink) => {
      const [everyone, channels] = await Promise.all([users(link), channelsOf(link)])
      const lastOf = new Map<string, number>()
      for (const { type, name, last_post_at } of channels)
        if (type === 'D')
          for (const id of name.split('__')) lastOf.set(id, Math.max(lastOf.get(id) ?? 0, last_post_at))
      return everyone
        .filter(({ id, is_bot }) => is_bot !== true && id !== link.remoteId)
        .map((user) => ({ ...user, last_post_at: lastOf.get(user.id) ?? 0 }))
        .toSorted((one, other) => other.last_post_at - one.last_post_at)
    },
  }
}
