/** A ring or line of [longitude, latitude] in degrees. */
type Positions = readonly (readonly number[])[]

/**
 * The corners that matter (Douglas and Peucker, 1973): none that is left out lies further than `tolerance` degrees of
 * latitude from what stays. First and last stay. Without recursion, so that no shape is too long.
 */
export function simplifyLine(line: Positions, tolerance: number): [number, number][] {
  const size = line.length
  if (size <= 2 || tolerance <= 0) return line.map(([lon, lat]) => [lon!, lat!])
  const keep = new Uint8Array(size)
  keep[0] = keep[size - 1] = 1
  // A ring begins where it ends: it is cut where it is furthest from its beginning.
  const isRing = line[0]![0] === line[size - 1]![0] && line[0]![1] === line[size - 1]![1]
  const stack: [number, number][] = []
  if (isRing) {
    const far = furthest(line, 0, size - 1).at
    keep[far] = 1
    stack.push([0, far], [far, size - 1])
  } else stack.push([0, size - 1])
  for (let span = stack.pop(); span !== undefined; span = stack.pop()) {
    const [from, to] = span
    const { at, distance } = furthest(line, from, to)
    if (distance <= tolerance) continue
    keep[at] = 1
    stack.push([from, at], [at, to])
  }
  return line.flatMap(([lon, lat], i) => (keep[i] === 1 ? [[lon!, lat!] as [number, number]] : []))
}

/** A closed ring, simplified as far as it stays an area; null when nothing of an area is left. */
export function simplifyRing(ring: Positions, tolerance: number): [number, number][] | null {
  const simple = simplifyLine(ring, tolerance)
  return simple.length >= 4 ? simple : null
}

function furthest(line: Positions, from: number, to: number): { at: number; distance: number } {
  const [lonA, latA] = line[from] as [number, number]
  const [lonB, latB] = line[to] as [number, number]
  const scale = Math.cos((latA * Math.PI) / 180)
  const [dx, dy] = [(lonB - lonA) * scale, latB - latA]
  const length = dx * dx + dy * dy
  let [at, most] = [from, -1]
  for (let i = from + 1; i < to; i++) {
    const [x, y] = [(line[i]![0]! - lonA) * scale, line[i]![1]! - latA]
    const t = length === 0 ? 0 : Math.max(0, Math.min(1, (x * dx + y * dy) / length))
    const distance = Math.hypot(x - t * dx, y - t * dy)
    if (distance > most) [at, most] = [i, distance]
  }
  return { at, distance: most }
}
