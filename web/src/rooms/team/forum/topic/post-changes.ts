import type { ForumPost } from '@samudra/contract/forum'
import {
  bookmarkForumPost,
  deleteForumPost,
  likeForumPost,
  restoreForumPost,
} from '@samudra/contract/forum-posts'
import { setForumAnswer } from '@samudra/contract/forum-moderation'
import { toast } from '../../../../kit/toasts.ts'
import { call } from '../../../../wire/call.ts'
import { changed, withField } from './topic-window.ts'
import type { OpenTopic } from './use-topic-window.ts'

type Open = Pick<OpenTopic, 'change'>
const fail = (error: unknown) => toast((error as Error).message, 'bad')

/** Likes a post or takes that back; it is shown at once, and back when the server refuses. */
export async function like({ change }: Open, { cid, liked, like_count }: ForumPost): Promise<void> {
  const show = (fields: Partial<ForumPost>) => change((window) => withField(window, cid, fields))
  show({ liked: !liked, like_count: like_count + (liked ? -1 : 1) })
  try {
    const { like_count: count } = await call(likeForumPost, { cid, liked: !liked })
    show({ like_count: count })
  } catch (error) {
    show({ liked, like_count })
    fail(error)
  }
}

export async function bookmark({ change }: Open, { cid, bookmarked }: ForumPost): Promise<void> {
  const show = (to: boolean) => change((window) => withField(window, cid, { bookmarked: to }))
  show(!bookmarked)
  await call(bookmarkForumPost, { cid, bookmarked: !bookmarked }).catch((error: unknown) => {
    show(bookmarked)
    fail(error)
  })
}

/** Deletes a post, with a way back. */
export async function removePost(open: Open, { cid }: ForumPost): Promise<void> {
  try {
    const post = await call(deleteForumPost, { cid })
    open.change((window) => changed(window, post))
    toast('Post deleted', 'plain', {
      ms: 10_000,
      action: { label: 'Undo', act: () => void restorePost(open, post) },
    })
  } catch (error) {
    fail(error)
  }
}
export async function restorePost(open: Open, { cid }: Pick<ForumPost, 'cid'>): Promise<void> {
  try {
    const post = await call(restoreForumPost, { cid })
    open.change((window) => changed(window, post))
  } catch (error) {
    fail(error)
  }
}

/** Marks a post as the answer of its topic, or takes the mark away. */
export const markAnswer = ({ topic_id, cid, is_answer }: ForumPost): Promise<unknown> =>
  call(setForumAnswer, { id: topic_id, cid: is_answer ? null : cid }).catch(fail)
