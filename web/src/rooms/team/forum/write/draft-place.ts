import { getForumPost } from '@samudra/contract/forum-posts'
import type { ForumDraft } from '@samudra/contract/forum-reading'
import { call } from '../../../../wire/call.ts'
import { FORUM, postLink, topicLink } from '../forum-links.ts'

/** Part of an address that opens the field of a draft, with its key. */
export const WRITE = 'write'
const KINDS = { new: 'New topic', topic: 'New post', reply: 'Reply', edit: 'Edited post' } as const
type Kind = keyof typeof KINDS

/** Splits the key of a draft into its kind and the id of what it is about. */
export function readDraftKey(key: string): { kind: Kind; id: string } {
  const [kind = '', id = ''] = key.split(':')
  return { kind: kind in KINDS ? (kind as Kind) : 'new', id }
}
export const draftLabel = (key: string): string => KINDS[readDraftKey(key).kind]

/** Returns the address at which a draft was written. Throws NOT_FOUND when its post does not exist any more. */
export async function draftAddress({ key }: Pick<ForumDraft, 'key'>): Promise<string> {
  const { kind, id } = readDraftKey(key)
  const query = `?${WRITE}=${encodeURIComponent(key)}`
  // The list of drafts stays behind the dialog.
  if (kind === 'new') return `${FORUM}${query}&list=drafts`
  if (kind === 'topic') return topicLink({ id, slug: '' }) + query
  const { topic_id } = await call(getForumPost, { cid: id })
  return postLink({ id: topic_id, slug: '' }, id) + query
}
