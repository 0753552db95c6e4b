import { quickSearch, type FoundKind } from '@samudra/contract/search'
import { isSlip, queryOf, RANK, type Answer, type Find } from '../../../sea/name-search.ts'
import { metresBetween } from '@samudra/nautical/geodesy'
import { areas } from '../../chart/areas/room.ts'
import { events } from '../../watch/events/room.ts'
import { room } from '../../../platform/ground.ts'
import { handle } from '../../../platform/kernel/http/handle.ts'
import { manualTracks } from '../../watch/manual-tracks/room.ts'
import { picture } from '../../picture/picture/room.ts'
import { ports } from '../../chart/ports/room.ts'
import { reference } from '../../chart/reference/room.ts'
import { vessels } from '../../vessels/vessels/room.ts'
import { replay } from '../../past/replay/room.ts'
import { vesselLists } from '../../vessels/vessel-lists/room.ts'
import { findPlaces } from './places.ts'

type Near = { lat: number; lon: number }
const USUAL = 12
/** So many of a kind that are no vessels. */
const OTHERS = 3
/** Kinds of results; of equally good ones the first kind comes first. */
const KINDS: readonly FoundKind[] = [
  'vessel',
  'ship',
  'event',
  'track',
  'area',
  'port',
  'place',
  'list',
  'filter',
  'bookmark',
  'boundary',
  'destination',
]

/** One search over everything that has a name: each room finds its own, and only what the caller may see. */
export const search = room({
  name: 'search',
  uses: { ports, picture, reference, areas, manualTracks, events, vesselLists, replay, vessels },
  open: async (_, { vessels: known, ...doors }) => {
    const { vessels, destinations } = doors.picture.finds
    const finders: Find[] = [
      findPlaces,
      ...Object.values(doors).map(({ find }) => find),
      (query, caller) => destinations(query, caller, OTHERS),
    ]
    const ops = [
      handle(quickSearch, async ({ input, caller }) => {
        const { q, limit = USUAL, lat, lon } = input
        const query = queryOf(q)
        const near = lat === undefined || lon === undefined ? undefined : { lat, lon }
        const others = finders.flatMap((find) => sorted(find(query, caller), near).slice(0, OTHERS))
        const ofStored = await known.find(q, caller, OTHERS)
        return chosen(vessels(query, caller, limit, near), sorted([...others, ...ofStored], near), limit).map(
          ({ found }) => found,
        )
      }),
    ]
    return { door: {}, ops }
  },
})

/** The best of both; half the room is the vessels', as far as they need it. What is misspelt comes only where nothing is right. */
function chosen(vessels: Answer[], others: Answer[], limit: number): Answer[] {
  const isRight = [...vessels, ...others].some(({ rank }) => !isSlip(rank))
  const right = (answers: Answer[]) => answers.filter(({ rank }) => !isRight || !isSlip(rank))
  const [ships, rest] = [right(vessels), right(others)]
  const ofShips = Math.max(limit - rest.length, Math.ceil(limit / 2))
  const all = [...ships.slice(0, ofShips), ...rest]
  return sorted(all.slice(0, limit), undefined)
}

/** Called exactly so, called so in part, holding it, misspelt: between these, kinds do not matter. */
const classOf = (rank: number) => (rank === RANK.exact ? 0 : rank < RANK.inside ? 1 : isSlip(rank) ? 3 : 2)

/** The best first, then by kind, then the nearest; those without a place come after those that have one. */
const sorted = (answers: Answer[], near: Near | undefined): Answer[] =>
  answers.toSorted(
    (a, b) =>
      classOf(a.rank) - classOf(b.rank) ||
      KINDS.indexOf(a.found.kind) - KINDS.indexOf(b.found.kind) ||
      a.rank - b.rank ||
      (near === undefined ? 0 : away(near, a) - away(near, b)),
  )
/** Metres; what has no place is farther than all that has. */
const away = (near: Near, { at }: Answer) =>
  at === null ? 1e9 : metresBetween(near.lat, near.lon, at.lat, at.lon)
