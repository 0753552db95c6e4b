import type { OutgoingNotification } from '../../../../sea/topics.ts'
import type { ForumRoom } from '../forum.ts'
import { postPath, usersOfCategory } from '../push-forum.ts'
import type { Meant } from '../posts/forum-posting.ts'
import { blindTo } from '../sees.sql.ts'
import type { OpenTopicRow } from '../topics/topic-rows.sql.ts'
import { mutedBy, topicWatchers } from './reads.sql.ts'

type NewPostNotice = {
  topic: OpenTopicRow
  cid: string
  number: number
  author: { id: string; username: string }
  meant: Meant
  /** Author of the post that is replied to. */
  repliedTo: string | null
  /** True when watchers know the post already. */
  isEdit?: boolean
}

/** Notifies users of a new post, each once: of a mention, a reply, a quote, or as watchers of the topic. */
export async function notifyOfPost(room: ForumRoom, notice: NewPostNotice): Promise<void> {
  const { topic, cid, number, author, meant, repliedTo } = notice
  const isNew = notice.isEdit !== true
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
      room.notify({
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
