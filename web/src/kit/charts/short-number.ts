/** Formats a count for an axis: 950, 1.2k, 34k, 5M. */
export function shortNumber(value: number): string {
  if (value < 1000) return String(value)
  const [size, unit] = value < 1_000_000 ? [1000, 'k'] : [1_000_000, 'M']
  const short = value / size
  return `${short < 10 ? Number(short.toFixed(1)) : Math.round(short)}${unit}`
}
