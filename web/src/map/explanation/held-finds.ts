import type { Found } from '@samudra/contract/search'

/** Search of the page itself while the server is away; the owner of the data provides it. */
let find: (text: string, most: number) => Found[] = () => []
export const setHeldFinds = (finder: typeof find) => (find = finder)
export const findHeld = (text: string, most: number): Found[] => find(text, most)

/** Text shown beside results found that way. */
export const HELD_ONLY = 'Not connected. Search finds only positions and vessels that this page has loaded.'
