import { CHAT_BODIES, type Preference } from '@samudra/contract/chat'
import type { Chat } from '../chat.ts'
import { forbidden, invalidBody, notFound } from '../v4/chat-error.ts'
import { get, OK, post, put, type ChatCall, type ChatRoute } from '../v4/serve.ts'
import { dropPreferences, preferencesOf, storePreferences } from './preferences.sql.ts'
import { mustBeSelf } from './user-routes.ts'

export const preferenceRoutes = (chat: Chat): ChatRoute[] => [
  get('/users/:u/preferences', async (call) => ({ json: await preferencesOf(chat.db, mustBeSelf(call)) })),
  put('/users/:u/preferences', async (call) => {
    const me = mustBeSelf(call)
    const all = await ownPreferences(call)
    if (!(await storePreferences(chat.db, me, all)))
      throw invalidBody('You have too many preferences; remove saved messages that you need no more.')
    changed(chat, me, 'preferences_changed', all)
    return OK
  }),
  post('/users/:u/preferences/delete', async (call) => {
    const me = mustBeSelf(call)
    const all = await ownPreferences(call)
    await dropPreferences(chat.db, me, all)
    changed(chat, me, 'preferences_deleted', all)
    return OK
  }),
  get('/users/:u/preferences/:category', async (call) => ({
    json: await preferencesOf(chat.db, mustBeSelf(call), call.params['category']),
  })),
  get('/users/:u/preferences/:category/name/:name', async (call) => {
    const { category, name } = call.params
    const [one] = await preferencesOf(chat.db, mustBeSelf(call), category, name)
    if (one === undefined) throw notFound('This preference')
    return { json: one }
  }),
]

async function ownPreferences({ body, me }: ChatCall): Promise<Preference[]> {
  const all = await body(CHAT_BODIES.preferences)
  if (all.some(({ user_id }) => user_id !== me)) throw forbidden('You may change your own preferences only.')
  return all
}
const changed = ({ publish }: Chat, me: string, event: string, all: readonly Preference[]) =>
  publish({ event, data: { preferences: JSON.stringify(all) }, users: [me] })
