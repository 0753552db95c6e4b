import type { FORUM_FLAG_REASONS, ForumCategory, ForumLevel, ForumLink } from '@samudra/contract/forum'
import type { ChatCard } from '@samudra/contract/chat'

export const LEVEL_WORDS: Record<ForumLevel, { label: string; what: string }> = {
  WATCHING: { label: 'Watching', what: 'You are notified of every topic and post' },
  TRACKING: { label: 'Following', what: 'Unread posts are counted; you are notified when named or answered' },
  NORMAL: { label: 'Normal', what: 'You are notified of mentions and replies' },
  MUTED: { label: 'Muted', what: 'You are notified when named; unread posts are not counted' },
}
export const VISIBILITY_WORDS: Record<ForumCategory['visibility'], string> = {
  ALL: 'All users',
  GROUPS: 'Groups',
  PEOPLE: 'Selected users',
}

export const POSTING_WORDS: Record<ForumCategory['posting'], string> = {
  SEERS: 'All who see it',
  GROUPS: 'Groups',
  PEOPLE: 'Selected users',
  MODERATORS: 'Moderators only',
}

/** Reasons of flags, as the user chooses them and as moderators read them. */
export const FLAG_WORDS: Record<(typeof FORUM_FLAG_REASONS)[number], { label: string; brief: string }> = {
  OFF_TOPIC: { label: 'It belongs elsewhere', brief: 'Off topic' },
  INAPPROPRIATE: { label: 'It is rude or wrong to post here', brief: 'Inappropriate' },
  SENSITIVE: { label: 'It contains information not for all readers', brief: 'Sensitive' },
  SPAM: { label: 'It is advertising or nonsense', brief: 'Spam' },
  OTHER: { label: 'Something else', brief: 'Other' },
}

/** Object of a topic or post as a card. */
export const cardOfLink = ({ type, id, label }: ForumLink): ChatCard => ({ kind: type, id, label })
/** Card as an object of a topic or post; null for a map view, which no topic is about. */
export const linkOfCard = ({ kind, id, label }: ChatCard): ForumLink | null =>
  kind === 'view' ? null : { type: kind, id, label }

/** Longest part of a post that a quote takes over, characters. */
const QUOTED = 1000
/** Returns a quote of a post in markdown, with a way back to it. */
export function quoteText(username: string, number: number, address: string, text: string): string {
  const lines = text.trim().slice(0, QUOTED).split('\n')
  return [`[${username}, #${number}](${address}):`, ...lines].map((line) => `> ${line}`).join('\n') + '\n\n'
}
