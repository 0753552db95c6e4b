/** Priority of a message, and whether its readers have to acknowledge it. */
export type Priority = { priority: '' | 'important' | 'urgent'; requestedAck: boolean }
export const PLAIN_PRIORITY: Priority = { priority: '', requestedAck: false }
