import { getNotices, readNotices, type UserNotification } from '@samudra/contract/notifications'
import { create } from 'zustand'
import { call } from '../../../wire/call.ts'

type State = {
  /** The newest first; `next` is where older ones begin. */
  items: readonly UserNotification[]
  next: string | null
  unread: number
  /** True once the server has answered; until then why it did not. */
  isHeld: boolean
  failed: Error | null
}
/** Notifications of this user, the same on every screen and device of the user. */
export const useNotifications = create<State>(() => ({
  items: [],
  next: null,
  unread: 0,
  isHeld: false,
  failed: null,
}))

const PAGE = 100

/** Reads the newest in place of what is held. */
export async function fetchNotifications(): Promise<void> {
  try {
    const { items, next, unread } = await call(getNotices, { limit: PAGE })
    useNotifications.setState({ items, next, unread, isHeld: true, failed: null })
  } catch (error) {
    useNotifications.setState({ failed: error as Error })
    throw error
  }
}
export async function fetchOlder(): Promise<void> {
  const { next: cursor } = useNotifications.getState()
  if (cursor === null) return
  const { items, next } = await call(getNotices, { limit: PAGE, cursor })
  useNotifications.setState((held) => ({ items: withAll(held.items, items), next }))
}

/** Takes in a new notice; it stands in place of those with the same key. */
export const takeNotification = (notice: UserNotification) =>
  useNotifications.setState(({ items, unread }) => {
    if (items.some(({ id }) => id === notice.id)) return {}
    const isBefore = ({ rolls }: UserNotification) => rolls !== null && rolls === notice.rolls
    const withdrawn = items.filter((one) => isBefore(one) && one.read_at === null).length
    return {
      items: withAll(
        [notice],
        items.filter((one) => !isBefore(one)),
      ),
      unread: unread - withdrawn + 1,
    }
  })

type Read = { ids: string[]; upto: string | null; kind?: string | null; unread: number }
export const takeRead = ({ ids, upto, kind = null, unread }: Read) =>
  useNotifications.setState(({ items }) => ({
    unread,
    items: items.map((one) =>
      one.read_at === null &&
      (kind === null || one.kind === kind) &&
      (ids.includes(one.id) || (upto !== null && one.id <= upto))
        ? { ...one, read_at: new Date().toISOString() }
        : one,
    ),
  }))

export async function markRead(id: string): Promise<void> {
  takeRead({ ids: [id], upto: null, ...(await call(readNotices, { ids: [id] })) })
}
/** All that are shown; what comes meanwhile stays unread. */
export async function markAllRead(): Promise<void> {
  const upto = useNotifications.getState().items[0]?.id
  if (upto !== undefined) takeRead({ ids: [], upto, ...(await call(readNotices, { upto })) })
}

const withAll = (first: readonly UserNotification[], more: readonly UserNotification[]) => {
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...more.filter(({ id }) => !known.has(id))]
}
