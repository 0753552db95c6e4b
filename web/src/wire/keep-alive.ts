import type { SignedIn } from '@samudra/contract/identity'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { claimsOf } from '@samudra/contract/wire/token'
import { create } from 'zustand'
import { carryToast } from '../kit/toasts.ts'
import { useWall } from '../kit/theme/wall.ts'
import { settingOf } from './administered.ts'
import { lastInput, touched } from './activity.ts'
import { dropSession, leave, refresh, reload, signedIn } from './session.ts'
import { onPush, serverNow } from './transport.ts'

const LOOK_EVERY_MS = 1000
const MINUTE_MS = 60_000
/** Time in which screens spread their requests, because each receives a change at once. */
const SPREAD_MS = 2000
/** A token is exchanged when this part of its life is left. */
const RENEW_AT = 1 / 3

/** End of the session unless the user acts (epoch ms of this computer); null while that is far off. */
export const useIdle = create<{ endsAt: number | null }>(() => ({ endsAt: null }))

/** "Stay logged in". */
export function stay() {
  touched()
  useIdle.setState({ endsAt: null })
  void refresh()
}

let isSaved = false
let isEnding = false
let notifiedAt = Date.now()

/** Renews the session while the user works, warns before it ends for inactivity, and ends it. Once a page. */
export function keepAlive(logOut: () => Promise<unknown>) {
  if (isSaved) return
  isSaved = true
  setInterval(() => look(logOut), LOOK_EVERY_MS)
  // The button Back may bring the page again as it was.
  window.addEventListener('pageshow', () => (isEnding = false))
  onPush((wire, payload) => {
    // The page itself informs a user who logs out.
    if (wire === 'session_revoked' && !isEnding) leave(revokedWords(payload))
    // Rights or the centre's settings changed: they come with the next token.
    if (wire === 'table_update' && concernsUs(payload))
      setTimeout(() => void refresh(), Math.random() * SPREAD_MS)
  })
}

function concernsUs(payload: unknown): boolean {
  const { table, ids } = (payload ?? {}) as { table?: unknown; ids?: unknown[] }
  const own = signedIn()?.id
  return (
    table === 'admin_settings' || (table === 'users' && (ids?.length === 0 || ids?.includes(own) === true))
  )
}

/** Server's name of a logout by the user. */
const LOGGED_OUT = 'logged out'

const revokedWords = (payload: unknown) => {
  const reason = (payload as { reason?: unknown } | null)?.reason
  if (reason === LOGGED_OUT) return undefined
  return `You have been logged out${typeof reason === 'string' && reason !== '' ? `: ${reason}` : ''}.`
}

function look(logOut: () => Promise<unknown>) {
  const user = signedIn()
  if (user === null) return
  // A wall display has no input, yet it is watched.
  if (useWall.getState().isOn && isDisplay(user)) touched()
  const now = Date.now()
  const minutes = settingOf('session.timeout_min', 30, user)
  const warn = Math.min(settingOf('session.warn_before_min', 5, user), minutes - 1)
  const endsAt = lastInput() + minutes * MINUTE_MS
  if (isEnding) return
  if (now >= endsAt) return end(logOut)
  const shown = now >= endsAt - warn * MINUTE_MS ? endsAt : null
  if (useIdle.getState().endsAt !== shown) useIdle.setState({ endsAt: shown })
  // The server also counts idleness, so it must receive activity before it assumes none.
  const isUntold = lastInput() > notifiedAt && now - notifiedAt > (minutes * MINUTE_MS) / 4
  if (!isUntold && !isStale(user.token)) return
  notifiedAt = now
  void refresh().then((freshness) => {
    if (freshness === 'over') leave(MESSAGES.expiredBeforeRequest)
  })
}

/** Returns whether the administrators allow this user's screen to run without an end on a wall. */
export function isDisplay({
  username,
  adminSettings,
}: Pick<SignedIn, 'username' | 'adminSettings'>): boolean {
  const displays = adminSettings['session.displays']
  return Array.isArray(displays) && displays.includes(username)
}

function end(logOut: () => Promise<unknown>) {
  isEnding = true
  useIdle.setState({ endsAt: null })
  // This precedes the answer, because the end of the session may arrive another way and the page leave at once.
  carryToast(MESSAGES.expiredBeforeRequest)
  const gone = () => {
    dropSession()
    reload()
  }
  void logOut().then(gone, gone)
}

function isStale(token: string): boolean {
  const { iat, exp } = claimsOf(token) as { iat?: number; exp?: number }
  if (iat === undefined || exp === undefined) return false
  return serverNow() / 1000 > exp - (exp - iat) * RENEW_AT
}
