import { CHAT_BODIES } from '@samudra/contract/chat'
import type { Chat } from '../chat.ts'
import { presentFiles } from '../files/present-files.ts'
import { notFound } from '../v4/chat-error.ts'
import { post, type ChatCall, type ChatRoute } from '../v4/serve.ts'
import { postList } from './post-lists.ts'
import { searchPosts } from './search.sql.ts'
import { readTerms } from './search-terms.ts'

const search = (chat: Chat) => async (call: ChatCall) => {
  const rows = await found(chat, call)
  return { json: { ...(await postList(chat, rows)), matches: null } }
}
async function found(chat: Chat, { body, me }: ChatCall, hasFiles = false) {
  const { terms, is_or_search, page, per_page } = await body(CHAT_BODIES.search)
  const read = readTerms(terms)
  const limit = per_page ?? 60
  const users = await chat.identity.accountsByName(read.from)
  return searchPosts(chat.db, me, {
    ...read,
    isAny: is_or_search === true,
    hasFile: read.hasFile || hasFiles,
    from: read.from.length === 0 ? null : users.map(({ id }) => id.toLowerCase()),
    limit,
    offset: (page ?? 0) * limit,
  })
}

function ofTeam({ team }: Chat, call: ChatCall): ChatCall {
  if (call.params['t'] !== team) throw notFound('This team')
  return call
}

/** Search in the channels of the caller, newest first. */
export const searchRoutes = (chat: Chat): ChatRoute[] => [
  post('/posts/search', search(chat)),
  post('/teams/:t/posts/search', (call) => search(chat)(ofTeam(chat, call))),
  post('/teams/:t/files/search', async (call) => {
    ofTeam(chat, call)
    const rows = await found(chat, call, true)
    const infos = [
      ...(
        await presentFiles(
          chat,
          rows.flatMap(({ file_ids }) => file_ids),
        )
      ).values(),
    ]
    return {
      json: {
        order: infos.map(({ id }) => id),
        file_infos: Object.fromEntries(infos.map((one) => [one.id, one])),
        next_file_id: '',
        prev_file_id: '',
        first_inaccessible_file_time: 0,
      },
    }
  }),
]
