import type { BoundaryFeature, BoundaryKind, Waters } from '@samudra/contract/reference'
import { getMarineBoundaries, getWatersAt } from '@samudra/contract/reference'
import { create } from 'zustand'
import { askedAsOf, onKnowledge } from '../time/clock.store.ts'
import { keepShapes, keptShapes } from '../store/shapes.ts'
import { call } from '../wire/call.ts'

/** Kinds that are layers of the map. */
export type ShownKind = Extract<BoundaryKind, 'EEZ' | '24NM' | '12NM'>
export const KIND_LABELS: Record<BoundaryKind, string> = {
  EEZ: 'Exclusive economic zone',
  '24NM': '24 NM, contiguous zone',
  '12NM': '12 NM, territorial sea',
  HIGH_SEAS: 'High seas',
  IMO_TSS: 'Traffic separation scheme',
}

type Asked = { lon: number; lat: number; covered: boolean; waters: Waters[] | null; failed: string }
type State = {
  limits: Partial<Record<ShownKind, BoundaryFeature[]>>
  failed: Partial<Record<ShownKind, string>>
  /** The place whose waters are shown. */
  asked: Asked | null
}
export const useBoundaries = create<State>(() => ({ limits: {}, failed: {}, asked: null }))

/** Degrees; finer than a pixel until far in. */
const TOLERANCE = 0.001

/** Fetches the limits of a kind; what was held or kept stays until they have come. */
export async function fetchLimits(kind: ShownKind): Promise<void> {
  const isNow = askedAsOf().as_of === undefined
  const shapes = `limits ${kind}`
  if (isNow && useBoundaries.getState().limits[kind] === undefined) {
    const kept = await keptShapes<BoundaryFeature[]>(shapes)
    if (kept !== undefined) useBoundaries.setState(({ limits }) => ({ limits: { [kind]: kept, ...limits } }))
  }
  try {
    const { features } = await call(getMarineBoundaries, {
      kinds: [kind],
      part: 'limit',
      simplify: TOLERANCE,
      ...askedAsOf(),
    })
    useBoundaries.setState(({ limits, failed }) => {
      const { [kind]: _gone, ...rest } = failed
      return { limits: { ...limits, [kind]: features }, failed: rest }
    })
    if (isNow) keepShapes(shapes, features)
  } catch (error) {
    useBoundaries.setState(({ failed }) => ({ failed: { ...failed, [kind]: (error as Error).message } }))
  }
}

// Limits are held while no map is open: they follow the state of knowledge by themselves.
onKnowledge(() => {
  for (const kind of Object.keys(useBoundaries.getState().limits)) void fetchLimits(kind as ShownKind)
})

export async function askWaters(lon: number, lat: number): Promise<void> {
  const place = { lon: ((((lon + 180) % 360) + 360) % 360) - 180, lat }
  useBoundaries.setState({ asked: { ...place, covered: true, waters: null, failed: '' } })
  const answer = await call(getWatersAt, { ...place, ...askedAsOf() }).then(
    ({ covered, waters }) => ({ covered, waters, failed: '' }),
    (error: Error) => ({ covered: true, waters: [], failed: error.message }),
  )
  useBoundaries.setState(({ asked }) =>
    asked?.lon === place.lon && asked.lat === place.lat ? { asked: { ...place, ...answer } } : {},
  )
}
export const closeWaters = () => useBoundaries.setState({ asked: null })
