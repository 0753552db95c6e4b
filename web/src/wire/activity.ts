/** Channel for the last use of keyboard, pointer or wheel, in this tab or another of this browser. */
const CHANNEL = 'samudra-activity'
/** Minimum interval of pushes to other tabs, which do not need every key. */
const PUSH_EVERY_MS = 5000

const STORED = 'samudra.input'

/** Time of the last input by a user; a page that loads by itself is no input. */
let lastInputAt = Number(localStorage.getItem(STORED)) || Date.now()
let notifiedAt = 0
let channel: BroadcastChannel | null = null

export const lastInput = () => lastInputAt
export const idleSeconds = () => Math.max(0, Date.now() - lastInputAt) / 1000

/** Counts as input. */
export function touched() {
  lastInputAt = Date.now()
  if (lastInputAt - notifiedAt < PUSH_EVERY_MS) return
  notifiedAt = lastInputAt
  localStorage.setItem(STORED, String(lastInputAt))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
  channel?.postMessage(lastInputAt)
}

/** Begins to listen; once a page. */
export function watchActivity() {
  if (channel !== null) return
  channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<number>) => {
    lastInputAt = Math.max(lastInputAt, data)
  })
  for (const type of ['keydown', 'pointerdown', 'wheel', 'touchstart'] as const)
    window.addEventListener(type, touched, { capture: true, passive: true })
}
