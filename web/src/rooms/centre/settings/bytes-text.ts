const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A size with three figures: "512 MB", "1.44 GB". */
export function bytesText(count: number): string {
  let [value, unit] = [Math.abs(count), 0]
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  const text = unit === 0 || value >= 100 ? value.toFixed(0) : value.toPrecision(3)
  return `${count < 0 ? '-' : ''}${text} ${UNITS[unit]}`
}
