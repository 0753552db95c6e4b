import { CHAT_BODIES } from '@samudra/contract/chat'
import { accessTo } from '../channels/channel-access.ts'
import type { Chat } from '../chat.ts'
import { presentFiles } from '../files/present-files.ts'
import { mustBeSelf } from '../people/user-routes.ts'
import { notFound } from '../v4/chat-error.ts'
import { get, OK, post, remove, type ChatCall, type ChatRoute } from '../v4/serve.ts'
import { draftsOf, removeDraft, storeDraft, type DraftRow } from './drafts.sql.ts'

export const draftRoutes = (chat: Chat): ChatRoute[] => {
  const publish = (event: string, draft: object, me: string) =>
    chat.publish({ event, data: { draft: JSON.stringify(draft) }, users: [me] })
  const drop = (rootId: (call: ChatCall) => string) => async (call: ChatCall) => {
    const me = mustBeSelf(call)
    const dropped = await removeDraft(chat.db, me, call.params['c']!, rootId(call))
    if (dropped !== null) publish('draft_deleted', (await presentDrafts(chat, [dropped]))[0]!, me)
    return OK
  }
  return [
    get('/users/:u/teams/:t/drafts', async (call) => {
      const me = mustBeSelf(call)
      if (call.params['t'] !== chat.team) throw notFound('This team')
      return { json: await presentDrafts(chat, await draftsOf(chat.db, me)) }
    }),
    post('/drafts', async ({ body, me }) => {
      const wanted = await body(CHAT_BODIES.draft)
      await accessTo(chat, wanted.channel_id, me)
      const { channel_id, root_id, message } = wanted
      const props = { ...wanted.props, ...(wanted.priority != null && { priority: wanted.priority }) }
      const row = { user_id: me, channel_id, root_id, message, file_ids: wanted.file_ids ?? [], props }
      const { draft, isNew } = await storeDraft(chat.db, row, chat.clock.now())
      const [presented] = await presentDrafts(chat, [draft])
      publish(isNew ? 'draft_created' : 'draft_updated', presented!, me)
      return { status: 201, json: presented }
    }),
    remove(
      '/users/:u/channels/:c/drafts',
      drop(() => ''),
    ),
    remove(
      '/users/:u/channels/:c/drafts/:r',
      drop(({ params }) => params['r']!),
    ),
  ]
}

async function presentDrafts(chat: Chat, drafts: readonly DraftRow[]) {
  const files = await presentFiles(
    chat,
    drafts.flatMap(({ file_ids }) => file_ids),
  )
  return drafts.map((draft) => ({
    ...draft,
    delete_at: 0,
    type: '',
    priority: draft.props['priority'] ?? {},
    metadata: { files: draft.file_ids.flatMap((id) => files.get(id) ?? []) },
  }))
}
