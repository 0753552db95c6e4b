type Def = { type: string } & Record<string, unknown>
const defOf = (schema: unknown) => (schema as { _zod: { def: Def } })._zod.def

/** Every field an input takes, by its dotted path; what has no names of its own counts as one. */
export function fieldsOf(schema: unknown, at = ''): string[] {
  const def = defOf(schema)
  const into = (inner: unknown) => fieldsOf(inner, at)
  switch (def.type) {
    case 'object': {
      const shape = def['shape'] as Record<string, unknown>
      // A place or a form on the map is given as a whole.
      if ('type' in shape && 'coordinates' in shape) return [at]
      return Object.entries(shape).flatMap(([name, one]) =>
        fieldsOf(one, at === '' ? plain(name) : `${at}.${plain(name)}`),
      )
    }
    case 'array': {
      const inner = fieldsOf(def['element'], `${at}.0`)
      return inner.length === 1 && inner[0] === `${at}.0` ? [at] : inner
    }
    case 'union': {
      const options = def['options'] as unknown[]
      // What says its own type is given as a whole.
      const isPlain = options.every((one) => defOf(one).type === 'object' && !('type' in shapeOf(one)))
      return isPlain && def['discriminator'] === undefined ? [...new Set(options.flatMap(into))] : [at]
    }
    case 'pipe':
      return into(defOf(def['in']).type === 'transform' ? def['out'] : def['in'])
    default:
      return 'innerType' in def ? into(def['innerType']) : [at]
  }
}
/** Dots part the names of a path; those within a name are written in the middle of the line. */
const plain = (name: string) => name.replaceAll('.', '·')
const shapeOf = (schema: unknown) => defOf(schema)['shape'] as object

/** An input with another value at a path. */
export function changed(input: unknown, path: string, value: unknown): object {
  const [first, ...rest] = path.split('.') as [string, ...string[]]
  const name = first.replaceAll('·', '.')
  const held = (input ?? {}) as Record<string, unknown>
  const inner = rest.length === 0 ? value : changed(held[name], rest.join('.'), value)
  if (!Array.isArray(input)) return { ...held, [name]: inner }
  return input.map((one: unknown, i) => (String(i) === name ? inner : one))
}

/** Every value within another, by its path. */
export function valuesIn(value: unknown, at = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return found.set(at, value)
  found.set(at, Array.isArray(value) ? value.length : '')
  for (const [name, one] of Object.entries(value)) valuesIn(one, `${at}.${name}`, found)
  return found
}
