export const PLAYBACK = '/home/map/plotAisTrack'
/** The ship of the screen and those it is compared with. */
export const MOST_PLOTTED = 6
const SPLIT = /^(\d{9})(?:-(\d{1,3}))?$/

/** A ship as an address names it: MMSI, and after a dash which of several on one MMSI. */
export type Plotted = { mmsi: string; split: number }
/** Content of an address of the screen; times in epoch ms. */
export type PlaybackQuery = { ships: Plotted[]; from: number; to: number; isRaw: boolean }

export const keyOf = ({ mmsi, split }: Plotted) => (split === 0 ? mmsi : `${mmsi}-${split}`)

export function readShip(text: string): Plotted | null {
  const [, mmsi, split] = SPLIT.exec(text) ?? []
  return mmsi === undefined ? null : { mmsi, split: Number(split ?? 0) }
}

/** Reads an address; without a period it is the last `usualMs`. Null when it names no ship. */
export function readPlaybackLink(
  first: string,
  search: URLSearchParams,
  now: number,
  usualMs: number,
): (PlaybackQuery & { at: number | null }) | null {
  const ship = readShip(first)
  if (ship === null) return null
  const others = (search.get('with') ?? '').split(',').flatMap((text) => readShip(text) ?? [])
  const ships = [ship, ...others].filter(
    (one, i, all) => all.findIndex((other) => keyOf(other) === keyOf(one)) === i,
  )
  const time = (name: string) => {
    const t = Date.parse(search.get(name) ?? '')
    return Number.isNaN(t) ? null : t
  }
  const to = time('to') ?? now
  const from = time('from') ?? to - usualMs
  const period = from < to ? { from, to } : { from: to - usualMs, to }
  return { ships: ships.slice(0, MOST_PLOTTED), ...period, isRaw: search.get('raw') === '1', at: time('t') }
}

/** The address of a screen, beside what else stands in it. */
export function playbackLink(
  query: PlaybackQuery,
  search = new URLSearchParams(),
  at: number | null = null,
): string {
  const next = new URLSearchParams(search)
  const [first, ...others] = query.ships
  next.set('from', new Date(query.from).toISOString())
  next.set('to', new Date(query.to).toISOString())
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
  put('with', others.map(keyOf).join(','))
  put('raw', query.isRaw ? '1' : '')
  put('t', at === null ? '' : new Date(Math.round(at)).toISOString())
  return `${PLAYBACK}/${keyOf(first!)}?${next.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')}`
}
