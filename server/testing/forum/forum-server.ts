import type { ForumPost } from '@samudra/contract/forum'
import { createForumCategory, createForumTopic } from '@samudra/contract/forum-calls'
import { addForumPosts } from '@samudra/contract/forum-posts'
import { changeSettings } from '../mail/mail-server.ts'
import { aServer } from '../servers/a-server.ts'
import { aUser } from '../servers/a-user.ts'

export type ForumUser = Awaited<ReturnType<typeof aUser>>

/** Server with three users: asha and ben, and chen of the group analysts. */
export async function aForumServer(
  settings: Record<string, unknown> = { 'forum.posts_per_minute': 100_000 },
) {
  const server = await aServer()
  const asha = await aUser(server, 'asha')
  const ben = await aUser(server, 'ben')
  const chen = await aUser(server, 'chen', ['*'], { group_ids: ['analysts'] })
  await changeSettings(server, settings)
  return { server, asha, ben, chen, call: server.call, raw: server.raw }
}
export type ForumServer = Awaited<ReturnType<typeof aForumServer>>

let made = 0
/** Creates a category; visible to all by default. */
export const aCategory = ({ server }: Pick<ForumServer, 'server'>, more: object = {}) =>
  server.call(createForumCategory, { name: `Category ${++made}`, ...more })
/** Creates a topic with a first post. */
export const aTopic = (user: ForumUser, category: { id: string }, more: object = {}) =>
  user.call(createForumTopic, {
    category_id: category.id,
    title: `Topic ${++made}`,
    body: 'First post.',
    ...more,
  })
/** Adds a post to a topic. */
export const aPost = (user: ForumUser, topic: { id: string }, body: string, more: object = {}) =>
  user.call(addForumPosts, { id: topic.id, body, ...more }) as Promise<ForumPost & { notice: string | null }>
