/** `--brief` runs a measurement to its end in small: it shows that it runs, its figures say nothing. */
const isBrief = process.env['BENCH_SIZE'] === 'brief'
/** The size of something measured, and its size with `--brief`. */
export const sized = <T>(whole: T, brief: T): T => (isBrief ? brief : whole)
/** Returns the value of `--name=` on the command line. */
export const option = (name: string, otherwise: string): string =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise

/** Tables and verdicts the way every measurement prints them; `tools/bench.mjs` gathers the verdicts. */
export const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const whole = (value: number) => Math.round(value).toLocaleString('en')

/** The first column to the left, numbers to the right. */
export function printTable(title: string, head: string[], rows: string[][]): void {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]!.length)))
  const line = (row: string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')
  console.log(`\n${title}\n${line(head)}`)
  for (const row of rows) console.log(line(row))
}

/** One line a target, ending in the word that is looked for. */
export function printTarget(what: string, value: number, bound: { atLeast: number } | { below: number }) {
  const isReached = 'atLeast' in bound ? value >= bound.atLeast : value < bound.below
  const wanted = 'atLeast' in bound ? `at least ${bound.atLeast}` : `below ${bound.below}`
  const shown = value.toFixed(2)
  console.log(`${what.padEnd(66)} ${shown.padStart(10)}  ${wanted}  ${isReached ? 'reached' : 'MISSED'}`)
}
