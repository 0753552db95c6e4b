import { FORUM_LIMITS, type ForumLink } from '@samudra/contract/forum'
import { countMentions, withoutCode } from '@samudra/contract/roster'
import type { FileRow } from '../../../../platform/kernel/files/files.sql.ts'
import type { Caller } from '../../../../platform/kernel/http/caller.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { ForumRoom } from '../forum.ts'
import { cleanBody, cleanLinks } from './clean-text.ts'
import { quotedPosts } from './post-rows.sql.ts'
import type { NewPost, PostLimits } from './posting.sql.ts'

/** Content of a post as an operation takes it. */
export type PostContent = {
  body: string
  file_ids?: string[] | undefined
  mentions?: string[] | undefined
  links?: ForumLink[] | undefined
  quotes?: string[] | undefined
  client_key?: string | undefined
  draft_key?: string | undefined
}
/** Users whom a post notifies, and why; a user is in the first list alone that names the user. */
export type Meant = { mentioned: string[]; quoted: string[]; notice: string | null }

/** Users whom the stored row of a post names as mentioned. */
const MOST_NAMED = 100

export const limitsOf = ({ settings }: Pick<ForumRoom, 'settings'>): PostLimits => ({
  perMinute: settings.number('forum.posts_per_minute'),
  topicsPerDay: settings.number('forum.topics_per_day'),
})

/** Returns a post ready to be stored, with the users it is meant for. Throws VALIDATION. */
export async function preparePost(
  room: ForumRoom,
  caller: Caller,
  content: PostContent,
  parent: { id: string; quotes: readonly string[]; authorId: string } | null,
): Promise<{ post: NewPost; meant: Meant }> {
  const fileIds = [...new Set(content.file_ids)]
  const links = cleanLinks(content.links ?? [])
  const body = cleanBody(content.body, { mayBeEmpty: fileIds.length + links.length > 0 })
  const [files, { mentions, meant }] = await Promise.all([
    fileIds.length === 0 ? ([] as FileRow[]) : room.files.byId(fileIds),
    meantBy(room, caller, body, {
      mentions: content.mentions ?? [],
      quotes: [...new Set([...(content.quotes ?? []), ...(parent?.quotes ?? [])])],
    }),
  ])
  const at = room.clock.now()
  return {
    post: {
      id: ulid(at),
      body,
      fileIds,
      fileNames: files.map(({ name }) => name).join(' '),
      mentions,
      links,
      quotes: meant.quotes,
      parentId: parent?.id ?? null,
      due: { mentioned: meant.mentioned, quoted: meant.quoted, repliedTo: parent?.authorId ?? null },
      clientKey: content.client_key ?? '',
      draftKey: content.draft_key ?? '',
      at: new Date(at),
    },
    meant,
  }
}

/** Returns the users whom a text mentions, and the authors of the posts that it quotes. */
export async function meantBy(
  { db, identity }: Pick<ForumRoom, 'db' | 'identity'>,
  caller: Caller,
  body: string,
  { mentions, quotes }: { mentions: readonly string[]; quotes: readonly string[] },
): Promise<{ mentions: string[]; meant: Meant & { quotes: string[] } }> {
  const own = withoutQuotes(withoutCode(body))
  const [named, explicit, quoted] = await Promise.all([
    identity.mentionedIn(own, caller.userId),
    identity.accountsById(mentions),
    quotedPosts(db, caller, quotes),
  ])
  const all = [...new Set([...named.map(({ userId }) => userId), ...explicit.map(({ id }) => id)])].filter(
    (id) => id !== caller.userId,
  )
  const mentioned = all.slice(0, FORUM_LIMITS.mentions)
  const authors = new Set(quoted.map(({ author_id }) => author_id))
  const left = Math.max(all.length, countMentions(own)) - FORUM_LIMITS.mentions
  return {
    mentions: all.slice(0, MOST_NAMED),
    meant: {
      mentioned,
      quotes: quotes.filter((id) => quoted.some((post) => post.id === id)),
      quoted: [...authors].filter((id) => id !== '' && id !== caller.userId && !mentioned.includes(id)),
      notice:
        left <= 0
          ? null
          : `A post notifies ${FORUM_LIMITS.mentions} users. The other ${left} are mentioned, but not notified.`,
    },
  }
}

/** Returns a text without lines that quote others, whose mentions are theirs. */
const withoutQuotes = (text: string) => text.replaceAll(/^[ \t]*>.*$/gm, '')
