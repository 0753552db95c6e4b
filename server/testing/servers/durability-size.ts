/** Full size of durability tests: `npm run durability`. Otherwise they run at half size, with the same checks. */
export const IS_FULL = process.env['DURABILITY'] === 'full'

/** Returns the rounds, rows or seconds of a durability test at the size of this run. */
export const size = (half: number, full: number): number => (IS_FULL ? full : half)
