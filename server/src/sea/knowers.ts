import { allOf, anyOf, type Audience } from '../kernel/audience.ts'
import type { SourceNames } from './names.ts'

/** Those who may know: of each group of sources one, and every place, degrees as longitude and latitude. */
export function knowersOf(
  sources: readonly (readonly number[])[],
  places: readonly [number, number][],
  names: SourceNames,
): Audience {
  return allOf(
    ...sources.map((some) =>
      anyOf(...some.map((number): Audience => ({ to: 'source', code: names.sourceCode(number) }))),
    ),
    ...places.map((coordinates): Audience => ({ to: 'place', where: { type: 'Point', coordinates } })),
  )
}
