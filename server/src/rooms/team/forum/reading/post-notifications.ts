import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { OutgoingNotification } from '../../../../sea/topics.ts'
import type { ForumRoom } from '../forum.ts'
import { postPath, usersOfCategory } from '../push-forum.ts'
import type { Meant } from '../posts/forum-posting.ts'
import { blindTo } from '../sees.sql.ts'
import type { OpenTopicRow } from '../topics/topic-rows.sql.ts'
import { duePosts, takeDue } from './due-notifications.sql.ts'
import { mutedBy, topicWatchers } from './reads.sql.ts'

type NotifiedTopic = Pick<
  OpenTopicRow,
  'id' | 'title' | 'slug' | 'category_id' | 'category_name' | 'category_visibility'
>
type PostNotification = {
  topic: NotifiedTopic
  cid: string
  number: number
  author: { id: string; username: string }
  meant: Pick<Meant, 'mentioned' | 'quoted'>
  /** Author of the post that is replied to. */
  repliedTo: string | null
  /** True when watchers know the post already. */
  isEdit?: boolean
}

/** Minimum age of a due post that the sweep notifies, ms: the call that stored it is over by then. */
const SWEEP_AGE_MS = 30_000
const AT_ONCE = 100

/** Notifies the users of a stored post, in one transaction with its removal from the due ones, so that each is notified once. */
export async function notifyDuePost(room: ForumRoom, cid: string): Promise<void> {
  await room
    .notifyWith(async (client) => {
      const due = await takeDue(room.db, client, cid)
      if (due === undefined) return []
      const { number, author_id: id, username, mentioned, quoted, replied_to: repliedTo } = due
      return notificationsOf(room, {
        topic: due,
        cid,
        number,
        author: { id, username },
        meant: { mentioned, quoted },
        repliedTo,
      })
    })
    .catch((error: unknown) =>
      room.log.error('users of a post could not be notified; the sweep tries again', {
        cid,
        error: sentenceOf(error),
      }),
    )
}

/** Notifies users of posts whose server ended between storing and notifying. */
export async function notifyDuePosts(room: ForumRoom): Promise<void> {
  for (const cid of await duePosts(room.db, new Date(room.clock.now() - SWEEP_AGE_MS), AT_ONCE))
    await notifyDuePost(room, cid)
}

/** Notifies users whom an edit mentions. */
export async function notifyOfEdit(room: ForumRoom, post: Omit<PostNotification, 'isEdit'>): Promise<void> {
  for (const one of await notificationsOf(room, { ...post, isEdit: true })) room.notify(one)
}

/** Returns the notifications of a post, each user once: of a mention, a reply, a quote, or as watcher of the topic. */
async function notificationsOf(room: ForumRoom, post: PostNotification): Promise<OutgoingNotification[]> {
  const { topic, cid, number, author, meant, repliedTo } = post
  const isNew = post.isEdit !== true
  const notifications: OutgoingNotification[] = []
  const watchers = isNew ? await topicWatchers(room.db, topic.id, topic.category_id) : []
  const all = [
    ...new Set([
      ...meant.mentioned,
      ...(repliedTo === null ? [] : [repliedTo]),
      ...meant.quoted,
      ...watchers,
    ]),
  ]
  const muted = await mutedBy(room.db, topic.id, topic.category_id, all)
  const done = new Set([author.id, ''])
  const notify = (ids: readonly string[], rest: Pick<OutgoingNotification, 'kind' | 'text' | 'rolls'>) => {
    const readers = ids.filter((id) => !done.has(id))
    for (const id of readers) done.add(id)
    if (readers.length > 0)
      notifications.push({
        ...rest,
        severity: 'INFO',
        link: { kind: 'screen', path: postPath(topic, cid) },
        audience: usersOfCategory(topic, readers),
      })
  }
  const title = `“${topic.title}”`
  const unmuted = (ids: readonly string[]) => ids.filter((id) => !muted.has(id))
  notify(meant.mentioned, { kind: 'FORUM', text: `${author.username} mentioned you in ${title}.` })
  notify(unmuted(repliedTo === null ? [] : [repliedTo]), {
    kind: 'FORUM',
    text: `${author.username} replied to you in ${title}.`,
  })
  notify(unmuted(meant.quoted), { kind: 'FORUM', text: `${author.username} quoted you in ${title}.` })
  notify(unmuted(watchers), {
    kind: 'FORUM_TOPIC',
    text:
      number === 1
        ? `${author.username} created the topic ${title} in ${topic.category_name}.`
        : `${author.username} posted in ${title}.`,
    rolls: `forum:${topic.id}`,
  })
  return notifications
}

/** Returns what a post does not do: notify users beyond the limit, or those who do not see its category. */
export async function describeUnnotified(
  { db }: Pick<ForumRoom, 'db'>,
  { category_id, category_visibility }: OpenTopicRow,
  { mentioned, notice }: Meant,
): Promise<string | null> {
  const blind =
    category_visibility === 'ALL' || mentioned.length === 0 ? [] : await blindTo(db, category_id, mentioned)
  const sentence =
    blind.length === 0
      ? null
      : blind.length === 1
        ? `${blind[0]} does not see this category, and is not notified.`
        : `${blind.slice(0, -1).join(', ')} and ${blind.at(-1)} do not see this category, and are not notified.`
  const all = [notice, sentence].filter((one) => one !== null)
  return all.length === 0 ? null : all.join(' ')
}
