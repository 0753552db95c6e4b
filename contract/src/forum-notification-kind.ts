import { notificationKind } from './notification-kind.ts'

/** Kinds of the notifications that the operations of the forum lead to. Apart, since the first view needs them alone. */
export const forumNotifications = notificationKind({
  code: 'FORUM',
  label: 'Mentions, replies and quotes in the forum',
  plural: 'Forum replies',
})
export const forumTopicNotifications = notificationKind({
  code: 'FORUM_TOPIC',
  label: 'Posts in watched topics of the forum',
  plural: 'Posts in watched topics',
})
export const forumFlagNotifications = notificationKind({
  code: 'FORUM_FLAG',
  label: 'Flagged posts for moderators of the forum',
  plural: 'Flagged posts',
})
