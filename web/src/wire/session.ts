import type { SignedIn, User } from '@samudra/contract/identity'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { toBase64Url } from '@samudra/contract/wire/seal'
import { claimsOf, isExpired, type Claims } from '@samudra/contract/wire/token'
import { create } from 'zustand'
import { carryToast, toast } from '../kit/toasts.ts'
import { idleSeconds, watchActivity } from './activity.ts'
import { REFRESH } from './refresh-op.ts'
import { dropSessionCookie, hasSessionCookie, xsrfCookie } from './session-cookie.ts'
import { isLimited, onUnauthorised, serverNow, transport, useWire } from './transport.ts'
import { sessionEnded } from './wanted.ts'
import type { PageOutcome } from './wire-words.ts'

/** A user as everybody may know him. */
export type KnownUser = Pick<User, 'id' | 'username' | 'status'>
type Session = {
  user: SignedIn | null
  /** Claims of the token. */
  tokenData: Partial<Claims> | null
  /** Users of the centre, as last read. */
  allUsersList: KnownUser[]
}
/** Signed-in user, or null. The token is in memory; the store decides what is saved. */
export const useSession = create<Session>(() => ({ user: null, tokenData: null, allUsersList: [] }))
export const signedIn = (): SignedIn | null => useSession.getState().user

const SESSIONS = 'samudra-session'
const REFRESH_LOCK = 'samudra-refresh'
/** Other tabs of this browser end with this one. */
const others = 'BroadcastChannel' in globalThis ? new BroadcastChannel(SESSIONS) : null

/** True when the token is bound to the wire session of this page; after a reload it is not. */
let isBound = false
/**
 * Names an exchange for every try of it, in any tab and after a reload, so that a lost answer does not look like a
 * stolen cookie. It opens nothing by itself.
 */
const ATTEMPT = 'samudra.exchange'
const EXCHANGE_MS = 15_000
let refreshing: Promise<Freshness> | null = null

/** State of the session. `over`: the server ended it; `unreachable`: no server could be queried. */
export type Freshness = 'fresh' | 'over' | 'unreachable'

/** Takes over a session that was just opened or exchanged. */
export function keepSession(user: SignedIn) {
  isBound = true
  watchActivity()
  transport().setToken(user.token)
  useSession.setState({ user, tokenData: claimsOf(user.token) })
  const { username, email, id } = user
  goLive(user.isDefaultPassword || user.mustAddSecondFactor ? null : { username, email, id })
}

/** User of the open socket. */
let liveFor: string | null = null
function goLive(who: { username: string; email: string; id: string } | null) {
  if (liveFor === (who?.id ?? null)) return
  liveFor = who?.id ?? null
  transport().goLive(who)
}

/** Forgets the session here and in the other tabs. */
export function dropSession() {
  if (signedIn() === null) return
  forget()
  dropSessionCookie()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin to name
  others?.postMessage('out')
}

function forget() {
  const user = signedIn()
  if (user !== null) sessionEnded(user.id)
  transport().setToken(null)
  goLive(null)
  isBound = false
  useSession.setState({ user: null, tokenData: null, allUsersList: [] })
}

/** Milliseconds without an answer after which the user is notified. */
const NO_ANSWER_MS = 5000
const TRY_AGAIN_MS = 3000

/**
 * Resumes the stored session at startup. It is shown at once while its token is good, and bound to this page's wire
 * meanwhile; an ended one is reported and deleted. While the server is unreachable, a recent user sees what this
 * browser holds. Every answer waits for the server, which decides.
 */
export async function resume(stored: SignedIn | null): Promise<void> {
  if (stored === null && !hasSessionCookie()) return
  if (stored !== null && !isExpired(stored.token, Date.now())) return show(stored)
  const freshness = await Promise.race([refresh(), noAnswer()])
  if (freshness === 'over' && stored !== null) {
    sessionEnded(stored.id)
    endAtStart()
  }
  if (freshness === 'unreachable' && stored !== null && hasSessionCookie() && !isIdle(stored)) show(stored)
}

function show(stored: SignedIn) {
  useSession.setState({ user: stored, tokenData: claimsOf(stored.token) })
  void takeUp()
}

/** Until the server has taken the session up, or ended it. */
async function takeUp() {
  const late = setTimeout(() => useWire.setState({ link: 'lost' }), NO_ANSWER_MS)
  for (;;) {
    const freshness = await refresh()
    if (freshness === 'over') endAtStart()
    if (freshness !== 'unreachable' || isBound || signedIn() === null) break
    useWire.setState({ link: 'lost' })
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
  }
  clearTimeout(late)
}

const noAnswer = () =>
  new Promise<Freshness>((resolve) => setTimeout(() => resolve('unreachable'), NO_ANSWER_MS))

/** The server would have ended the session for want of work. */
function isIdle({ adminSettings }: SignedIn): boolean {
  const minutes = adminSettings['session.timeout_min']
  return idleSeconds() >= (typeof minutes === 'number' ? minutes : 30) * 60
}

function endAtStart() {
  dropSession()
  toast(MESSAGES.expiredAtStart)
}

/**
 * Checks the session before a request: false when it has ended; then the page logs out, reloads, and reports it after
 * the reload.
 */
export async function canCall(): Promise<boolean> {
  const user = signedIn()
  if (user === null || (isBound && !isExpired(user.token, serverNow()))) return true
  const freshness = await refresh()
  if (freshness === 'unreachable') throw new Error(MESSAGES.noConnection)
  if (freshness === 'over') endBeforeRequest()
  return freshness === 'fresh'
}

/** Resolves once a session that a reload restored has a token of this page: public operations answer more to a user. */
export async function whenRestored(): Promise<void> {
  if (signedIn() !== null && !isBound) await refresh()
}

export function endBeforeRequest() {
  dropSession()
  carryToast(MESSAGES.expiredBeforeRequest)
  reload()
}

/** The server no longer knows this session. */
export function leave(why?: string) {
  dropSession()
  if (why !== undefined && !isGoing) carryToast(why)
  goToLanding()
}

/**
 * True once the page is leaving. The end of a session arrives more than once, as an answer and as a push, and the
 * second must not interrupt leaving.
 */
let isGoing = false
// The button Back may bring the page again as it was.
window.addEventListener('pageshow', () => (isGoing = false))
function go(away: () => void) {
  if (isGoing) return
  isGoing = true
  away()
}
const goToLanding = () => go(() => window.location.assign('/'))
export const reload = () => go(() => window.location.reload())

/** Exchanges the session's cookie for a new token, one tab at a time. */
export function refresh(): Promise<Freshness> {
  return (refreshing ??= inTurn(exchange).finally(() => (refreshing = null)))
}

const inTurn = (work: () => Promise<Freshness>): Promise<Freshness> =>
  'locks' in navigator ? navigator.locks.request(REFRESH_LOCK, work) : work()

async function exchange(): Promise<Freshness> {
  const attempt = localStorage.getItem(ATTEMPT) ?? toBase64Url(crypto.getRandomValues(new Uint8Array(16)))
  localStorage.setItem(ATTEMPT, attempt)
  const ask = () =>
    transport().call({
      op: REFRESH,
      input: { idle_s: Math.round(idleSeconds()), attempt },
      headers: { 'X-XSRF-TOKEN': xsrfCookie() },
      // On a dead line the wait is limited; the attempt has a name, so it may be repeated.
      signal: AbortSignal.timeout(EXCHANGE_MS),
    })
  let outcome: PageOutcome = await ask()
  // The server is there, and called too often: it is waited for longer than for one that is away.
  while (outcome.kind === 'unreachable' && isLimited()) outcome = await ask()
  if (outcome.kind === 'rewired') outcome = await ask()
  const before = signedIn()
  if (outcome.kind !== 'answered' || outcome.status >= 500) return 'unreachable'
  localStorage.removeItem(ATTEMPT)
  if (!outcome.envelope.Status) return outcome.envelope.Code === 'RATE_LIMIT' ? 'unreachable' : 'over'
  const user = outcome.envelope.Data as SignedIn
  if (before !== null && before.id !== user.id) {
    // Another user signed in from another tab of this browser; this tab follows and ends no session.
    forget()
    goToLanding()
    return 'unreachable'
  }
  keepSession(user)
  return 'fresh'
}

others?.addEventListener('message', () => {
  if (signedIn() === null) return
  forget()
  goToLanding()
})
onUnauthorised(() => {
  void refresh().then((freshness) => {
    if (freshness === 'over') leave()
  })
})
