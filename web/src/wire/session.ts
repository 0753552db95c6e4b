import type { SignedIn } from '@samudra/contract/identity'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { create } from 'zustand'
import { carryToast, toast } from '../kit/toasts.ts'
import { isExpired } from './jwt.ts'

const STORED = 'samudra.session'

/** Who is signed in, or null. Kept in the tab's storage so that a reload does not log out. */
export const useSession = create<{ user: SignedIn | null }>(() => ({ user: stored() }))

function stored(): SignedIn | null {
  const text = sessionStorage.getItem(STORED)
  if (text === null) return null
  try {
    return JSON.parse(text) as SignedIn
  } catch {
    return null
  }
}

export function signedIn(): SignedIn | null {
  return useSession.getState().user
}

export function keepSession(user: SignedIn) {
  sessionStorage.setItem(STORED, JSON.stringify(user))
  useSession.setState({ user })
}

export function dropSession() {
  sessionStorage.removeItem(STORED)
  useSession.setState({ user: null })
}

/** At startup: an expired session is said so once, and gone. */
export function dropExpiredAtStart() {
  const user = signedIn()
  if (user === null || !isExpired(user.token, Date.now())) return
  dropSession()
  toast(MESSAGES.expiredAtStart)
}

/** Before a request: an expired session logs out and reloads, and the toast is shown after the reload. */
export function endIfExpired(): boolean {
  const user = signedIn()
  if (user === null || !isExpired(user.token, Date.now())) return false
  dropSession()
  carryToast(MESSAGES.expiredBeforeRequest)
  window.location.reload()
  return true
}

/** The server no longer knows this session. */
export function leave() {
  dropSession()
  window.location.assign('/')
}
