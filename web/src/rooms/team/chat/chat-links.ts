export const CHAT = '/home/collaboration/chat'
export const channelLink = (channelId: string) => `${CHAT}/${channelId}`
/** Address of one message. */
export const postLink = (channelId: string, postId: string) => `${CHAT}/${channelId}/${postId}`
/** Address that opens the direct conversation with a user. */
export const personLink = (userId: string) => `${CHAT}/@${userId}`
