type Def = { type: string } & Record<string, unknown>
const defOf = (schema: unknown) => (schema as { _zod: { def: Def } })._zod.def

/** Returns every field of an input by its dotted path, each with its schemas. A value without named parts is one field. */
export function fieldsOf(schema: unknown, at = ''): Map<string, unknown[]> {
  const def = defOf(schema)
  const whole = () => new Map([[at, [schema]]])
  switch (def.type) {
    case 'object': {
      const shape = def['shape'] as Record<string, unknown>
      // A place or a form on the map is given as a whole.
      if ('type' in shape && 'coordinates' in shape) return whole()
      const parts = Object.entries(shape).map(([name, one]) =>
        fieldsOf(one, at === '' ? plain(name) : `${at}.${plain(name)}`),
      )
      return merged(parts)
    }
    case 'array': {
      const inner = fieldsOf(def['element'], `${at}.0`)
      return inner.size === 1 && inner.has(`${at}.0`) ? whole() : inner
    }
    case 'union': {
      const options = def['options'] as unknown[]
      // A union with a type of its own is given as a whole.
      const isPlain = options.every((one) => defOf(one).type === 'object' && !('type' in shapeOf(one)))
      return isPlain && def['discriminator'] === undefined
        ? merged(options.map((one) => fieldsOf(one, at)))
        : whole()
    }
    default: {
      const next = innerOf(schema)
      if (next === undefined) return whole()
      const inner = fieldsOf(next, at)
      return inner.size === 1 && inner.has(at) ? whole() : inner
    }
  }
}
function merged(parts: Map<string, unknown[]>[]): Map<string, unknown[]> {
  const all = new Map<string, unknown[]>()
  for (const part of parts)
    for (const [path, schemas] of part) all.set(path, [...(all.get(path) ?? []), ...schemas])
  return all
}

/** Returns the schema inside of an optional, nullable, preset or converted one. */
export function innerOf(schema: unknown): unknown {
  const def = defOf(schema)
  if (def.type === 'pipe') return defOf(def['in']).type === 'transform' ? def['out'] : def['in']
  return def['innerType']
}
/** Dots part the names of a path; those within a name are written in the middle of the line. */
const plain = (name: string) => name.replaceAll('.', '·')
const named = (part: string) => part.replaceAll('·', '.')
const shapeOf = (schema: unknown) => defOf(schema)['shape'] as object

/** Returns the value at a path of an input. */
export const valueAt = (input: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | null)?.[named(part)], input)

/** Returns an input with another value at a path. */
export function changed(input: unknown, path: string, value: unknown): object {
  const [first, ...rest] = path.split('.') as [string, ...string[]]
  const name = named(first)
  const held = (input ?? {}) as Record<string, unknown>
  const inner = rest.length === 0 ? value : changed(held[name], rest.join('.'), value)
  if (!Array.isArray(input)) return { ...held, [name]: inner }
  return input.map((one: unknown, i) => (String(i) === name ? inner : one))
}

/** Returns every value within another, by its path. */
export function valuesIn(value: unknown, at = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return found.set(at, value)
  found.set(at, Array.isArray(value) ? value.length : '')
  for (const [name, one] of Object.entries(value)) valuesIn(one, `${at}.${name}`, found)
  return found
}
