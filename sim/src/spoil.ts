/** Turns a digit of the payload, so that the checksum is wrong. */
function garble(line: string, dice: number): string {
  const at = line.lastIndexOf('*') - 3 - Math.floor(dice * 10)
  return `${line.slice(0, at)}${line[at] === '0' ? '1' : '0'}${line.slice(at + 1)}`
}

/** Damages sentences as radio, cables and foreign software do. `dice` is in [0, 1). */
export function spoil(lines: readonly string[], dice: number): string[] {
  const first = lines[0]
  if (first === undefined) return []
  const within = (dice * 97) % 1
  if (dice < 0.4) return [garble(first, within), ...lines.slice(1)]
  if (dice < 0.6) return lines.slice(0, -1)
  if (dice < 0.75) return [...lines, ...lines]
  if (dice < 0.9) return [first.slice(0, Math.floor(first.length * (0.3 + within / 2)))]
  return [`$PSIM,${Math.floor(within * 1e6)},no sentence`, ...lines]
}
