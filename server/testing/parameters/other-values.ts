import { isDeepStrictEqual } from 'node:util'
import { innerOf } from './fields.ts'

type Schema = {
  _zod: {
    def: { type: string; entries?: object; values?: unknown[]; options?: unknown[]; element?: unknown }
  }
  minValue?: number | null
  maxValue?: number | null
  safeParse: (value: unknown) => { success: boolean }
}
/** Values that texts, instants and numbers are tried with: those that the schema of a field takes. */
export type Samples = { texts: readonly string[]; instants: readonly string[]; numbers: readonly number[] }

/** Tries of one field at most. */
const MOST = 16
/** Steps from a number; the bounds of its schema follow. */
const STEPS = [1, -1, 0.1, -0.1]
/** Larger bounds only say that a number has none. */
const UNBOUNDED = 1e12

/** Returns values that a field accepts and that differ from its present one; none if its schema lists none. */
export function otherValues(schemas: unknown[], present: unknown, samples: Samples): unknown[] {
  const found: unknown[] = []
  for (const schema of schemas as Schema[])
    for (const value of valuesOf(schema, present ?? undefined, samples))
      if (isOther(schema, value, present) && !found.some((one) => isDeepStrictEqual(one, value)))
        found.push(value)
  return found.slice(0, MOST)
}

/** Returns true if a schema takes a value that is not the present one. */
export const isOther = (schema: unknown, value: unknown, present: unknown): boolean =>
  !isDeepStrictEqual(value, present) && (schema as Schema).safeParse(value).success

function valuesOf(schema: Schema, present: unknown, samples: Samples): unknown[] {
  const { def } = schema._zod
  switch (def.type) {
    case 'boolean':
      return present === undefined ? [true, false] : [present !== true]
    case 'enum':
      return Object.values(def.entries!)
    case 'literal':
      return def.values!
    case 'number':
      return numbersOf(schema, present, samples)
    case 'string':
      return [...samples.texts, ...samples.instants]
    case 'array': {
      const first = Array.isArray(present) ? (present[0] as unknown) : undefined
      const element = def.element as Schema
      const others = valuesOf(element, first, samples).filter((value) => isOther(element, value, first))
      return [...others.map((value) => [value]), []]
    }
    case 'union':
      return def.options!.flatMap((one) => valuesOf(one as Schema, present, samples))
    case 'nullable':
      return [...valuesOf(innerOf(schema) as Schema, present, samples), null]
    default: {
      const inner = innerOf(schema)
      return inner === undefined ? [] : valuesOf(inner as Schema, present, samples)
    }
  }
}

function numbersOf({ minValue, maxValue }: Schema, present: unknown, { numbers }: Samples): number[] {
  const bounds = [minValue, maxValue].filter((one) => typeof one === 'number' && Math.abs(one) < UNBOUNDED)
  const steps = typeof present === 'number' ? STEPS.map((step) => present + step) : []
  return [...steps, ...(bounds as number[]), ...numbers]
}
