/** Letters and digits, without the prefix of the ship's kind. */
const plain = (name: string) =>
  name
    .toUpperCase()
    .replace(/^(MV|MT|SS|FV|M\/V|M\/T|F\/V)[ .]/, '')
    .replace(/[^A-Z0-9]/g, '')

/** 1 for the same name, 0 for nothing in common: Damerau-Levenshtein distance over the longer length. */
export function likeness(one: string, other: string): number {
  const a = plain(one)
  const b = plain(other)
  const longest = Math.max(a.length, b.length)
  // A name cut at the 20 characters of a report is the same name.
  if (longest === 0 || (Math.min(a.length, b.length) >= 8 && (a.startsWith(b) || b.startsWith(a)))) return 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(row[j - 1]! + 1, previous[j]! + 1, previous[j - 1]! + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, before[j - 2]! + 1)
      row.push(best)
    }
    before = previous
    previous = row
  }
  return 1 - previous[b.length]! / longest
}
