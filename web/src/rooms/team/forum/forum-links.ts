import type { ForumTopic } from '@samudra/contract/forum'

export const FORUM = '/home/collaboration/forum'
/** Address of the flagged posts, for moderators. */
export const FLAGS = `${FORUM}/flags`
const part = (text: string) => encodeURIComponent(text === '' ? '-' : text)

export const categoryLink = ({ id, slug }: { id: string; slug: string }): string =>
  `/home/collaboration/forumDetails/${part(id)}/${part(slug)}`
/** Address of a topic, by its id: it outlives a new title. */
export const topicLink = ({ id, slug }: Pick<ForumTopic, 'id' | 'slug'>): string =>
  `/home/collaboration/forumDetails/${part(id)}/${part(slug)}`
/** Address of one post of a topic. */
export const postLink = (topic: Pick<ForumTopic, 'id' | 'slug'>, cid: string): string =>
  `/home/collaboration/forumCommentsReplies/${part(topic.id)}/${part(topic.slug)}/${part(cid)}`
export const profileLink = (username: string): string => `${FORUM}/user/${part(username)}`
