import type { ForumPost } from '@samudra/contract/forum'
import { postLink } from '../forum-links.ts'
import { quoteText } from '../forum-words.ts'

/** Returns a quote of a post, or of a part of its text, with its address. */
export const quoteOf = (
  { cid, number, author }: ForumPost,
  topic: { id: string; slug: string },
  text: string,
): string => quoteText(author.username, number, window.location.origin + postLink(topic, cid), text)
