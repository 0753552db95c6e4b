import { allOf, anyOf, UNCONFINED, type Audience } from '../platform/kernel/http/audience.ts'
import type { SourceNames } from './names.ts'

/**
 * Audience of users who see one source of each group and every place, degrees as longitude and latitude. Without any
 * group of sources it is the users who are not restricted.
 */
export function knowersOf(
  sources: readonly (readonly number[])[],
  places: readonly [number, number][],
  names: SourceNames,
): Audience {
  return allOf(
    ...(sources.length === 0 ? [UNCONFINED] : []),
    ...sources.map((some) =>
      anyOf(...some.map((number): Audience => ({ to: 'source', code: names.sourceCode(number) }))),
    ),
    ...places.map((coordinates): Audience => ({ to: 'place', where: { type: 'Point', coordinates } })),
  )
}

type Placed = { sources: readonly (readonly number[])[]; lat_udeg: number | null; lon_udeg: number | null }
/** The same of a row with a place in millionths of a degree; what has none is known by its sources alone. */
export const knowersOfRow = ({ sources, lat_udeg, lon_udeg }: Placed, names: SourceNames): Audience =>
  knowersOf(sources, lat_udeg === null || lon_udeg === null ? [] : [[lon_udeg / 1e6, lat_udeg / 1e6]], names)
