import type { ChannelRow } from '../channels/channels.sql.ts'
import type { PresentedPost } from '../presented.ts'
import type { NewPostRow } from './posts.sql.ts'

/** Author of posts; of a message by the product itself the name that is shown. */
export type Author = { id: string; username: string }

/** New post that waits for its channel, and who waits for the answer. */
export type PostJob = {
  author: Author
  channel: ChannelRow
  row: NewPostRow
  answer: (post: PresentedPost) => void
  fail: (error: unknown) => void
}
