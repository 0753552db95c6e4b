import type { ForumCategory, ForumPost, ForumTopicDetails } from '@samudra/contract/forum'
import { createContext, use } from 'react'
import type { PostDialog } from './ForumPostDialogs.tsx'
import type { OpenTopic } from './use-topic-window.ts'

/** Reply or change that is being written in place of a new post. */
export type Answering = { kind: 'reply' | 'edit'; post: ForumPost }

type Value = {
  topic: ForumTopicDetails
  categories: readonly ForumCategory[]
  open: OpenTopic
  answering: Answering | null
  answer: (to: Answering | null) => void
  show: (dialog: PostDialog) => void
}
export const TopicContext = createContext<Value | null>(null)

/** The open topic, for its parts. */
export function useTopic(): Value {
  const value = use(TopicContext)
  if (value === null) throw new Error('A part of a topic is shown outside of it.')
  return value
}

/** Key of the draft of what is being written in a topic. */
export const draftOf = (topicId: string, answering: Answering | null): string =>
  answering === null ? `topic:${topicId}` : `${answering.kind}:${answering.post.cid}`
