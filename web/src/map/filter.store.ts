import { AisFilter } from '@samudra/contract/filter'
import { read } from '@samudra/contract/kernel'
import { create } from 'zustand'
import { keepStore, oneOf } from '../store/saved-stores.ts'

/** Which contacts are shown; `{}` lets everything through. */
type FilterState = {
  filter: AisFilter
  /** The saved filter this one came from. */
  saved: { id: string; name: string; version: number; mine: boolean } | null
  /** The area is being drawn on the map, with this shape. */
  drawing: 'rectangle' | 'polygon' | 'circle' | 'lasso' | null
}

export const useFilter = create<FilterState>(() => ({ filter: {}, saved: null, drawing: null }))
/** A filter hides ships: a new tab begins with everything shown. */
keepStore(useFilter, {
  name: 'planning.filterAisData',
  of: 'own tab',
  read: ({ filter, saved }) => ({ filter, saved }),
  restore: ({ filter, saved }) => {
    const reading = read(AisFilter, filter)
    return reading.ok ? { filter: reading.value, saved: saved as FilterState['saved'] } : {}
  },
})
keepStore(useFilter, {
  name: 'planning.drawArea',
  of: 'own tab',
  read: ({ drawing, filter }) => ({
    drawFor: drawing,
    openAisFilter: drawing !== null,
    geomanPolygonGeoJson: filter.area ?? null,
  }),
  restore: ({ drawFor }) => ({ drawing: oneOf([null, 'rectangle', 'polygon', 'circle', 'lasso'], drawFor) }),
})

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.values(value).every((one) => one === undefined))

/** Clauses that are to be others; undefined takes one out. */
export type Clauses = { [Clause in keyof AisFilter]?: AisFilter[Clause] | undefined }
/** Returns a filter with other clauses; an empty clause is left out. */
export const withClauses = (filter: AisFilter, part: Clauses): AisFilter =>
  Object.fromEntries(Object.entries({ ...filter, ...part }).filter(([, value]) => !isEmpty(value)))

export const changeFilter = (part: Clauses) =>
  useFilter.setState(({ filter }) => ({ filter: withClauses(filter, part) }))

type Shape =
  | { type: 'Polygon'; coordinates: Corner[][] }
  | { type: 'MultiPolygon'; coordinates: Corner[][][] }
type Corner = readonly number[]
const turned = (lon: number) => (Math.abs(lon) <= 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180)
const plane = (rings: readonly (readonly Corner[])[]) =>
  rings.map((ring) => ring.map(([lon = 0, lat = 0]): [number, number] => [turned(lon), lat]))

/** Returns a saved area in the form a filter needs: longitudes within 180 degrees, no heights. */
export const areaOf = ({ geometry }: { geometry: Shape }): NonNullable<AisFilter['area']> =>
  geometry.type === 'Polygon'
    ? { type: 'Polygon', coordinates: plane(geometry.coordinates) }
    : { type: 'MultiPolygon', coordinates: geometry.coordinates.map(plane) }

export const clearFilter = () => useFilter.setState({ filter: {}, saved: null, drawing: null })
export const clauseCount = (filter: AisFilter) => Object.keys(filter).length

/** A filter as part of an address: JSON in URL-safe base64. */
export function filterToText(filter: AisFilter): string {
  const bytes = new TextEncoder().encode(JSON.stringify(filter))
  // One by one: an area drawn by hand has more bytes than a call takes arguments.
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Returns the filter in an address; undefined when it is no JSON. The contract must validate it before use. */
export function textToFilter(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown
  } catch {
    return undefined
  }
}
