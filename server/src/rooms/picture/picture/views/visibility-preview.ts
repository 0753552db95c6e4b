import type { CallerVisibility } from '../../../../platform/kernel/http/caller-visibility.ts'
import { NO_ROW } from '../contacts/contact-store.ts'
import { Eye } from './eye.ts'
import type { FeedNames } from '../../../../sea/names.ts'
import type { Picture } from '../picture.ts'

export type Seen = {
  contacts: number
  of: number
  by_source: { source: string; contacts: number }[]
  positions: [number, number, number][]
}

/** Returns the contacts visible now with these rights, with the positions of the first `limit`. */
export function seenBy(
  picture: Picture,
  names: FeedNames,
  visibility: CallerVisibility,
  limit: number,
): Seen {
  const { store } = picture
  const eye = new Eye(picture, names, visibility)
  const bySource = new Map<string, number>()
  const positions: [number, number, number][] = []
  let contacts = 0
  for (let id = 0; id < store.used; id++) {
    const row = store.isAlive[id] === 1 ? eye.row(id) : NO_ROW
    if (row === NO_ROW) continue
    contacts++
    const source = names.sourceCode(store.rows.source[row]!)
    bySource.set(source, (bySource.get(source) ?? 0) + 1)
    if (positions.length < limit)
      positions.push([store.rows.lon[row]! / 1e6, store.rows.lat[row]! / 1e6, store.mmsi[id]!])
  }
  const by_source = [...bySource].map(([source, count]) => ({ source, contacts: count }))
  return {
    contacts,
    of: store.alive,
    by_source: by_source.sort((a, b) => b.contacts - a.contacts),
    positions,
  }
}
