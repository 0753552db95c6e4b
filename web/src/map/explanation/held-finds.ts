import type { Found } from '@samudra/contract/search'

/** What the page itself can find while the server is away: whoever holds something says how. */
let find: (text: string, most: number) => Found[] = () => []
export const setHeldFinds = (finder: typeof find) => (find = finder)
export const findHeld = (text: string, most: number): Found[] => find(text, most)

/** Said beside what was found so. */
export const HELD_ONLY =
  'Not connected: only ships this page holds are found, and positions; nothing can be said of ports, areas and destinations.'
