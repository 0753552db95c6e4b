import { create } from 'zustand'
import { keepStore } from '../../../../store/saved-stores.ts'
import type { ContactKey } from '../held/picture.store.ts'

/** More than these would cover the sea they are about. */
export const MOST_POPUPS = 12

/** Popups that stay open and follow their ships (specification: AIS popup list). */
export const usePopups = create<{ open: ContactKey[] }>(() => ({ open: [] }))

keepStore(usePopups, {
  name: 'planning.aisPopups',
  of: 'tab',
  read: ({ open }) => ({ open }),
  restore: ({ open }) => ({ open: (open as ContactKey[]).slice(-MOST_POPUPS) }),
})

export const isSameShip = (a: ContactKey, b: ContactKey) => a.mmsi === b.mmsi && a.split === b.split
export const pinPopup = (ship: ContactKey) =>
  usePopups.setState(({ open }) => ({
    open: [...open.filter((one) => !isSameShip(one, ship)), ship].slice(-MOST_POPUPS),
  }))
export const closePopup = (ship: ContactKey) =>
  usePopups.setState(({ open }) => ({ open: open.filter((one) => !isSameShip(one, ship)) }))

/** Elements that are moved with their ships, past React, with the chart's own frames. */
const followers = new Map<HTMLElement, ContactKey>()
let draw = () => {}
/**
 * Registers the function that requests a frame of the chart for a new follower, since a calm chart draws none by
 * itself.
 */
export const onFollower = (ask: () => void) => void (draw = ask)
export function followShip(element: HTMLElement, ship: ContactKey): () => void {
  followers.set(element, ship)
  draw()
  return () => void followers.delete(element)
}

/** Puts every follower beside its ship; one whose ship is not in view is hidden. */
export function placeFollowers(placeOf: (ship: ContactKey) => { x: number; y: number } | null) {
  for (const [element, ship] of followers) {
    const at = placeOf(ship)
    element.style.visibility = at === null ? 'hidden' : 'visible'
    if (at !== null) element.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`
  }
}
