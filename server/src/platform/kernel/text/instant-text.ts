const DAY_MS = 86_400_000
const pairs = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))
const triples = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0'))
let day = Number.NaN
let date = ''

/**
 * An instant (epoch ms, whole) as ISO 8601 in UTC, as `toISOString` writes it, in a tenth of its time when instants of a
 * day come one after another. Throws RangeError where a Date would.
 */
export function instantText(epochMs: number): string {
  const itsDay = Math.floor(epochMs / DAY_MS)
  if (itsDay !== day) {
    date = new Date(epochMs).toISOString().slice(0, -13)
    day = itsDay
  }
  const ms = epochMs - itsDay * DAY_MS
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${date}${pairs[Math.floor(minutes / 60)]!}:${pairs[minutes % 60]!}:${pairs[seconds % 60]!}.${triples[ms - seconds * 1000]!}Z`
}
