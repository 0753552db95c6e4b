import { CHAT_BODIES } from '@samudra/contract/chat'
import type { Chat } from '../chat.ts'
import { mustBeSelf } from '../people/user-routes.ts'
import type { Acknowledgement, Reaction } from '../presented.ts'
import { forbidden, invalidBody } from '../v4/chat-error.ts'
import { get, OK, post, remove, type ChatRoute } from '../v4/serve.ts'
import {
  addAck,
  addReaction,
  reactionsOf,
  receiptsOf,
  removeAck,
  removeReaction,
  touchPost,
} from './post-parts.sql.ts'
import { postFor } from './posting.ts'

/** Kinds of reactions on one post. */
const MOST_KINDS = 50
/** Members of a channel up to which receipts are shown. */
const MOST_RECEIPTS = 100

/** Routes of reactions, acknowledgements and receipts of posts. */
export const signalRoutes = (chat: Chat): ChatRoute[] => [...reactionRoutes(chat), ...ackRoutes(chat)]

const publishReaction = ({ publish }: Chat, event: string, channel: string, reaction: Reaction) =>
  publish({ event, data: { reaction: JSON.stringify(reaction) }, channel })
const publishAck = ({ publish }: Chat, event: string, channel: string, ack: Acknowledgement) =>
  publish({ event, data: { acknowledgement: JSON.stringify(ack) }, channel })

const reactionRoutes = (chat: Chat): ChatRoute[] => [
  post('/reactions', async ({ body, me }) => {
    const { user_id, post_id, emoji_name } = await body(CHAT_BODIES.reaction)
    if (user_id !== me) throw forbidden('You may react for yourself only.')
    const { channel } = await postFor(chat, post_id, me)
    if (channel.delete_at > 0) throw forbidden('This channel is archived.')
    const now = chat.clock.now()
    const added = await addReaction(chat.db, { user_id, post_id, emoji_name, create_at: now }, MOST_KINDS)
    if (added === null) throw invalidBody(`A message takes ${MOST_KINDS} kinds of reactions.`)
    if (added.isNew) {
      await touchPost(chat.db, post_id, now)
      publishReaction(chat, 'reaction_added', channel.id, added.reaction)
    }
    return { json: added.reaction }
  }),
  remove('/users/:u/posts/:p/reactions/:emoji', async (call) => {
    const me = mustBeSelf(call)
    const { channel, post: row } = await postFor(chat, call.params['p']!, me)
    const removed = await removeReaction(chat.db, row.id, me, call.params['emoji']!)
    if (removed !== null) {
      await touchPost(chat.db, row.id, chat.clock.now())
      publishReaction(chat, 'reaction_removed', channel.id, removed)
    }
    return OK
  }),
  get('/posts/:p/reactions', async ({ params, me }) => {
    const { post: row } = await postFor(chat, params['p']!, me)
    return { json: await reactionsOf(chat.db, [row.id]) }
  }),
]

const ackRoutes = (chat: Chat): ChatRoute[] => [
  post('/users/:u/posts/:p/ack', async (call) => {
    const me = mustBeSelf(call)
    const { channel, post: row } = await postFor(chat, call.params['p']!, me)
    if (!row.requested_ack) throw invalidBody('This message does not need an acknowledgement.')
    if (row.user_id === me) throw invalidBody('You cannot acknowledge your own message.')
    const { ack, isNew } = await addAck(chat.db, row.id, me, chat.clock.now())
    if (isNew) publishAck(chat, 'post_acknowledgement_added', channel.id, ack)
    return { json: ack }
  }),
  remove('/users/:u/posts/:p/ack', async (call) => {
    const me = mustBeSelf(call)
    const { channel, post: row } = await postFor(chat, call.params['p']!, me)
    const removed = await removeAck(chat.db, row.id, me)
    if (removed !== null) publishAck(chat, 'post_acknowledgement_removed', channel.id, removed)
    return OK
  }),
  get('/posts/:p/receipts', async ({ params, me }) => {
    const { post: row } = await postFor(chat, params['p']!, me)
    const members = await receiptsOf(chat.db, row, MOST_RECEIPTS + 1)
    const isShown = members.length <= MOST_RECEIPTS && chat.settings.flag('chat.show_seen')
    const shown = isShown ? members : []
    return {
      json: {
        is_shown: isShown,
        delivered: shown.flatMap(({ user_id, delivered_at }) =>
          delivered_at >= row.create_at ? [user_id] : [],
        ),
        seen: shown.flatMap(({ user_id, last_viewed_at }) =>
          last_viewed_at >= row.create_at ? [{ user_id, at: last_viewed_at }] : [],
        ),
        missing_ack: row.requested_ack
          ? (await receiptsOf(chat.db, row, 10_000)).flatMap(({ user_id, acknowledged_at }) =>
              acknowledged_at === null ? [user_id] : [],
            )
          : [],
      },
    }
  }),
]
