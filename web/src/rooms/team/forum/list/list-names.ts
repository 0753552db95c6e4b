/** Lists of topics. */
export const TOPIC_LISTS = {
  latest: 'Latest',
  new: 'New',
  unread: 'Unread',
  top: 'Top',
  deleted: 'Deleted',
} as const
export type TopicListName = keyof typeof TOPIC_LISTS
/** Lists of the reader alone. */
export const OWN_LISTS = { bookmarks: 'Bookmarks', drafts: 'Drafts' } as const
export type OwnListName = keyof typeof OWN_LISTS
export type ListName = TopicListName | OwnListName
export const LISTS: Record<ListName, string> = { ...TOPIC_LISTS, ...OWN_LISTS }
export const isOwnList = (list: ListName): list is OwnListName => list in OWN_LISTS
