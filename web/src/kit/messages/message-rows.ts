/** Message as the list sees it. */
export type ListedMessage = {
  id: string
  /** Epoch milliseconds. */
  at: number
  /** Equal for messages that may stand under one name; null for one that stands alone. */
  groupKey: string | null
}

export type MessageRow<Item extends ListedMessage> =
  | { kind: 'beginning'; key: 'beginning' }
  | { kind: 'day'; key: string; at: number }
  | { kind: 'unread'; key: 'unread' }
  /** `isFirst`: name and picture of the author stand above it. */
  | { kind: 'message'; key: string; item: Item; isFirst: boolean }

/** Longest pause between messages under one name, milliseconds. */
const GROUP_MS = 5 * 60_000

type Options = {
  /** Day of an instant as the reader counts days. */
  dayOf: (at: number) => string
  /** First unread message; null when everything is read. */
  unreadFrom: string | null
  /** True when no message is older than these: a row then introduces the conversation. */
  isWhole?: boolean
}

/** Returns the rows of messages in order of time: a line before each day and before the first unread message. */
export function messageRows<Item extends ListedMessage>(
  items: readonly Item[],
  { dayOf, unreadFrom, isWhole = false }: Options,
): MessageRow<Item>[] {
  const rows: MessageRow<Item>[] = isWhole ? [{ kind: 'beginning', key: 'beginning' }] : []
  let before: Item | null = null
  let day = ''
  for (const item of items) {
    const itemDay = dayOf(item.at)
    const isNewDay = itemDay !== day
    const isUnread = item.id === unreadFrom
    if (isNewDay) rows.push({ kind: 'day', key: `day ${itemDay}`, at: item.at })
    if (isUnread) rows.push({ kind: 'unread', key: 'unread' })
    const isFirst = isNewDay || isUnread || !isUnderOneName(before, item)
    rows.push({ kind: 'message', key: item.id, item, isFirst })
    before = item
    day = itemDay
  }
  return rows
}

const isUnderOneName = (before: ListedMessage | null, item: ListedMessage) =>
  before !== null &&
  item.groupKey !== null &&
  before.groupKey === item.groupKey &&
  item.at - before.at <= GROUP_MS

/** Place at which a list opens. */
export type Opening = { index: number; align: 'start' | 'center' | 'end' }

/** Returns the row a list opens at: the message of a link, else the unread line, else the newest message. */
export function openingOf(
  rows: readonly MessageRow<ListedMessage>[],
  focusId: string | null,
): Opening | null {
  if (rows.length === 0) return null
  const find = (key: string | null) => rows.findIndex((row) => row.key === key)
  const focused = focusId === null ? -1 : find(focusId)
  if (focused >= 0) return { index: focused, align: 'center' }
  const unread = find('unread')
  if (unread >= 0) return { index: unread, align: 'start' }
  return { index: rows.length - 1, align: 'end' }
}

/** Returns the last row that counts as seen: of a list that opens above its end, the last one at that time. */
export const lastSeen = (
  seen: string | null,
  last: string | null,
  { isAtEnd, hasNewer }: { isAtEnd: boolean; hasNewer: boolean },
): string | null => (isAtEnd || (seen === null && !hasNewer) ? last : seen)

/** Counts messages of others that arrived below what is shown. */
export function countBelow<Item extends ListedMessage>(
  rows: readonly MessageRow<Item>[],
  lastShown: string | null,
): number {
  const from = rows.findIndex((row) => row.key === lastShown)
  if (from < 0) return 0
  return rows.slice(from + 1).filter(({ kind }) => kind === 'message').length
}
