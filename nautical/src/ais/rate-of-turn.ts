/**
 * ROT_AIS of M.1371-5 table 48: 4.733 times the root of the rate in degrees a minute, signed, starboard positive.
 * 127 and -127 say only "faster than 5 degrees in 30 s" (no turn indicator), -128 is not available.
 */
const FACTOR = 4.733
const FASTEST = 126

/** Degrees a minute (to 0.001) of a raw value; null when it holds no rate. */
export function rotDegreesPerMinute(raw: number): number | null {
  if (raw > FASTEST || raw < -FASTEST) return null
  return (Math.sign(raw) * Math.round((raw / FACTOR) ** 2 * 1000)) / 1000 || 0
}

/** Raw value of degrees a minute, at most that of 708 degrees a minute. */
export function rotRaw(degreesPerMinute: number): number {
  const raw = Math.min(FASTEST, Math.round(FACTOR * Math.sqrt(Math.abs(degreesPerMinute))))
  return degreesPerMinute < 0 ? -raw : raw
}
