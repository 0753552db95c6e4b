const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * Returns a function that counts days since 1970 in a zone. It computes the offset of the zone once per hour of time,
 * because that is expensive and there are many fixes.
 */
export function dayCounter(zone: string): (t: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const offsets = new Map<number, number>()
  const offsetOf = (hour: number) => {
    const part = Object.fromEntries(
      format.formatToParts(hour * HOUR_MS).map(({ type, value }) => [type, Number(value)]),
    )
    const local = Date.UTC(part['year']!, part['month']! - 1, part['day'], part['hour'], part['minute'])
    return local - hour * HOUR_MS
  }
  return (t) => {
    const hour = Math.floor(t / HOUR_MS)
    let offset = offsets.get(hour)
    if (offset === undefined) offsets.set(hour, (offset = offsetOf(hour)))
    return Math.floor((t + offset) / DAY_MS)
  }
}
