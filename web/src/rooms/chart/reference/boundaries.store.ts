import {
  boundaryKind,
  getEez,
  getMarineBoundaries,
  getWatersAt,
  type BoundaryFeature,
  type BoundaryKind,
  type Waters,
} from '@samudra/contract/reference'
import { create } from 'zustand'
import { declareStore } from '../../../stored/stores.ts'
import { asOfParameters } from '../../../time/clock.store.ts'
import { call } from '../../../wire/call.ts'

/** Kinds that are layers of the map. */
export type ShownKind = Extract<BoundaryKind, 'EEZ' | '24NM' | '12NM'>

/** Boundaries without their outlines; one that was brought takes the place of the computed one, and gives it back. */
export const boundaries = declareStore(boundaryKind, {
  isOfNow: true,
  ask: (request) => call(getEez, { geometry: false, limit: 500, ...request }),
  also: ({ approx, kind, country }) => (approx ? [] : [`computed-${kind}-${country}`]),
})

/** Degrees; finer than a pixel until far in. */
const TOLERANCE = 0.001

/** The lines of one layer: worked out of all boundaries of its kind, and therefore read as one thing. */
type Limits = { id: ShownKind; features: BoundaryFeature[] }
const limitsOf = (id: ShownKind) =>
  declareStore<Limits>(
    {
      ...boundaryKind,
      type: `limits of ${id}`,
      list: null,
      idOf: (one) => one.id,
      versionOf: () => 0,
      order: () => 0,
      fields: [],
      brings: [],
    },
    {
      cachedAs: `limits of ${id}`,
      ask: async ({ as_of }) => {
        const request = { kinds: [id], part: 'limit' as const, simplify: TOLERANCE }
        const { features } = await call(getMarineBoundaries, {
          ...request,
          ...(as_of === undefined ? {} : { as_of }),
        })
        return { items: [{ id, features }], next: null }
      },
    },
  )
export const limits = { EEZ: limitsOf('EEZ'), '24NM': limitsOf('24NM'), '12NM': limitsOf('12NM') }

type Query = { lon: number; lat: number; covered: boolean; waters: Waters[] | null; failed: string }
/** The place whose waters are shown. */
export const useBoundaries = create<{ query: Query | null }>(() => ({ query: null }))

export async function queryWaters(lon: number, lat: number): Promise<void> {
  const place = { lon: ((((lon + 180) % 360) + 360) % 360) - 180, lat }
  useBoundaries.setState({ query: { ...place, covered: true, waters: null, failed: '' } })
  const answer = await call(getWatersAt, { ...place, ...asOfParameters() }).then(
    ({ covered, waters }) => ({ covered, waters, failed: '' }),
    (error: Error) => ({ covered: true, waters: [], failed: error.message }),
  )
  useBoundaries.setState(({ query: request }) =>
    request?.lon === place.lon && request.lat === place.lat ? { query: { ...place, ...answer } } : {},
  )
}
export const closeWaters = () => useBoundaries.setState({ query: null })
