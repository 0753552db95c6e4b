/**
 * Key of the address wanted by a user who must log in first, stored with the tab, as is the user whose session ended
 * there.
 */
const WANTED = 'samudra.wanted'
const LEFT = 'samudra.left'
/** Milliseconds after which a login starts without the earlier address. */
const RETENTION_MS = 30 * 60_000

type Wanted = { to: string; at: number }

/** Our own screens only, so that no link leads anywhere else. */
const isOurs = (to: string) => /^\/home\/(?!\/)/.test(to)

/** Stores the user who left: the address names a filter or vessel, and another user is not led there. */
export const sessionEnded = (userId: string) => sessionStorage.setItem(LEFT, userId)

export function wantsTo(to: string) {
  if (isOurs(to)) sessionStorage.setItem(WANTED, JSON.stringify({ to, at: Date.now() } satisfies Wanted))
}

/**
 * Returns the target of this user after the login, once: the one named by the login, or the one redirected from. Null
 * for neither.
 */
export function takeWanted(userId: string, query: string | null): string | null {
  const held = sessionStorage.getItem(WANTED)
  const left = sessionStorage.getItem(LEFT)
  sessionStorage.removeItem(WANTED)
  sessionStorage.removeItem(LEFT)
  if (query !== null && isOurs(query)) return query
  if (held === null || (left !== null && left !== userId)) return null
  const { to, at } = JSON.parse(held) as Wanted
  return isOurs(to) && Date.now() - at < RETENTION_MS ? to : null
}
