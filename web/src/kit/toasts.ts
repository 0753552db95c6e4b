import { create } from 'zustand'
import { CARRIED } from './pages/carried.ts'

/** Tone of a message by severity. */
type Tone = 'plain' | 'good' | 'warning' | 'bad'
/** Action of a message, by one click. */
export type ToastAction = { label: string; act: () => void }
/**
 * Messages of one sort take one place: the newest of them stands there, with a way to all, or with how many stood there
 * before, which the list of messages has.
 */
export type ToastSort = { key: string; all?: (count: number) => ToastAction }
export type Toast = {
  id: number
  text: string
  tone: Tone
  ms: number
  action: ToastAction | null
  sort: ToastSort | null
}

/** Time until a toast closes, unless specified otherwise. */
export const TOAST_MS = 5000

type ToastState = {
  waiting: Toast[]
  /** True from the first toast on. */
  isHosted: boolean
  drain: () => Toast[]
  drop: (id: number) => void
}

/**
 * Toasts that wait for the host to show them. The host is loaded with the first toast, so the landing page
 * carries no component library for a message it rarely shows.
 */
export const useToasts = create<ToastState>((set, get) => ({
  waiting: [],
  isHosted: false,
  drain: () => {
    const { waiting } = get()
    if (waiting.length > 0) set({ waiting: [] })
    return waiting
  },
  drop: (id) => set(({ waiting }) => ({ waiting: waiting.filter((one) => one.id !== id) })),
}))

const MOST_STORED = 500

export type Message = Omit<Toast, 'ms' | 'sort'> & { at: number }
/** Messages of this page that are stored nowhere else, newest first. */
export const useMessages = create<{ messages: Message[] }>(() => ({ messages: [] }))

let last = 0

export function toast(
  text: string,
  tone: Tone = 'plain',
  {
    ms = TOAST_MS,
    action = null,
    sort = null,
    isSaved: isStored = false,
  }: {
    ms?: number
    action?: ToastAction | null
    sort?: ToastSort | null
    /** True if the message is stored elsewhere, as a notification. */
    isSaved?: boolean
  } = {},
) {
  const next = { id: ++last, text, tone, ms, action, sort }
  const message = { id: next.id, at: Date.now(), text, tone, action }
  if (!isStored)
    useMessages.setState(({ messages }) => ({ messages: [message, ...messages].slice(0, MOST_STORED) }))
  useToasts.setState(({ waiting }) => ({ waiting: [...waiting, next], isHosted: true }))
}

/** Keeps a toast over a reload of the page, which would otherwise take it away unread. */
export function carryToast(text: string) {
  sessionStorage.setItem(CARRIED, text)
}

export function showCarriedToast() {
  const text = sessionStorage.getItem(CARRIED)
  if (text === null) return
  sessionStorage.removeItem(CARRIED)
  toast(text)
}
