import type { PresenceStatus, StatusChange, UserPresence } from '@samudra/contract/presence'
import { create } from 'zustand'

/** Presence of users by id, as last pushed; empty until it is read. */
export const usePresence = create<{ users: ReadonlyMap<string, UserPresence> }>(() => ({ users: new Map() }))

/** Takes the presence of all users in place of what is held. */
export const takePresence = (items: readonly UserPresence[]) =>
  usePresence.setState({ users: new Map(items.map((one) => [one.user_id, one])) })

/** Takes a change of one user; returns false for a user who is not held. */
export function takeStatus(change: StatusChange): boolean {
  const { users } = usePresence.getState()
  const before = users.get(change.user_id)
  if (before === undefined) return false
  usePresence.setState({ users: new Map(users).set(change.user_id, { ...before, ...change }) })
  return true
}

/** Returns what a dot shows: a chosen status of a user without a connection shows as offline. */
export const shownStatus = (one: Pick<UserPresence, 'status' | 'presence'> | undefined): PresenceStatus =>
  one === undefined || one.status === 'offline' ? 'offline' : one.presence
