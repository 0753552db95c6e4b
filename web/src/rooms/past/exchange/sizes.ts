const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const

/** A size as people read it. */
export function sizeText(bytes: number): string {
  let value = bytes
  let unit = 0
  for (; value >= 1000 && unit < UNITS.length - 1; unit++) value /= 1000
  return `${unit === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${UNITS[unit]}`
}
