import { CHAT } from '../../../kit/pages/links.ts'

export const channelLink = (channelId: string) => `${CHAT}/${channelId}`
/** Address of one message. */
export const postLink = (channelId: string, postId: string) => `${CHAT}/${channelId}/${postId}`
