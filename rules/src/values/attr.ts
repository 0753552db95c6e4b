import { comparison } from '@samudra/contract/filter-match'
import type { RuleComparison, RuleNode } from '@samudra/contract/rules'
import type { NumberReader, Reader, SetReader, TextReader } from './fields.ts'
import type { Cause, Moment } from '../running/moment.ts'
import { Node, type Explained, type Need } from '../plans/node.ts'
import { FALSE, isTrue, ofMaybe, TRUE, UNKNOWN, type Verdict } from '../plans/verdict.ts'

type Attr = Extract<RuleNode, { k: 'attr' }>
type Value = Attr['value']

/** Returns a test of a number against a value; NaN is unknown. */
export function numberTest(cmp: RuleComparison, value: Value): (found: number) => Verdict {
  const [first, second] = [value].flat().map(Number)
  const of = (holds: (found: number) => boolean) => (found: number) =>
    Number.isNaN(found) ? UNKNOWN : isTrue(holds(found))
  switch (cmp) {
    case 'gt':
      return of((found) => found > first!)
    case 'gte':
      return of((found) => found >= first!)
    case 'lt':
      return of((found) => found < first!)
    case 'lte':
      return of((found) => found <= first!)
    case 'between':
      return of((found) => found >= first! && found <= second!)
    default: {
      const test = maybeTest(cmp, value)
      return (found) => test(Number.isNaN(found) ? null : found)
    }
  }
}

/** As filters compare; `matches` is of rules alone. */
function maybeTest(cmp: RuleComparison, value: Value): (found: string | number | null) => Verdict {
  if (cmp === 'matches') {
    const pattern = String(value ?? '').toUpperCase()
    return (found) => (found === null ? UNKNOWN : isTrue(matches(pattern, String(found).toUpperCase())))
  }
  if (cmp === 'older_than' || cmp === 'stale') throw new RangeError(`${cmp} needs an age`)
  const test = comparison({ cmp, value })
  return (found) => ofMaybe(test(found))
}

/**
 * Returns whether a text matches a pattern: * stands for any letters, ? for one. Scans the text once, back to the last
 * *.
 */
export function matches(pattern: string, text: string): boolean {
  let [at, of, star, from] = [0, 0, -1, 0]
  while (at < text.length) {
    if (of < pattern.length && (pattern[of] === '?' || pattern[of] === text[at]) && pattern[of] !== '*') {
      at++
      of++
    } else if (pattern[of] === '*') {
      star = of++
      from = at
    } else if (star >= 0) {
      of = star + 1
      at = ++from
    } else return false
  }
  while (pattern[of] === '*') of++
  return of === pattern.length
}

/** On which lists a ship is changes between fixes. */
export const causesOfField = (field: string): readonly Cause[] =>
  field === 'list_count' || field === 'anomaly' ? ['LISTS'] : []

abstract class AttrNode extends Node {
  override readonly causes: readonly Cause[]
  readonly #threshold: string | number | null
  constructor(key: string, { field, value }: Attr) {
    super(key)
    this.causes = causesOfField(field)
    this.#threshold = Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'boolean'
        ? String(value)
        : (value ?? null)
  }
  protected override found(m: Moment): Partial<Explained> {
    return { threshold: this.#threshold, ...this.value(m) }
  }
  protected abstract value(m: Moment): Pick<Explained, 'value'> & { unit?: string | null; fix_ids?: number[] }
}

class NumberAttr extends AttrNode {
  override readonly isStatic: boolean
  override readonly needs: readonly Need[]
  readonly #reader: NumberReader
  readonly #test: (found: number) => Verdict
  constructor(key: string, attr: Attr, reader: NumberReader) {
    super(key, attr)
    this.#reader = reader
    this.#test = numberTest(attr.cmp, attr.value)
    this.isStatic = reader.isStatic
    this.needs = needsOfNumber(attr, reader)
  }
  protected evaluate(m: Moment) {
    return this.#test(this.#reader.read(m))
  }
  override evidence(m: Moment): readonly number[] {
    return this.#reader.evidence?.(m) ?? []
  }
  protected override found(m: Moment): Partial<Explained> {
    const words = this.evaluate(m) === TRUE ? (this.#reader.words?.(m) ?? null) : null
    const found = super.found(m)
    if (words === null) return found
    const positions = this.#reader.positions?.(m)
    return { ...found, asked: words, value: null, unit: null, ...(positions && { positions }) }
  }
  protected value(m: Moment) {
    const { unit, evidence } = this.#reader
    const found = this.#reader.read(m)
    const value = Number.isNaN(found) ? null : Math.round(found * 1000) / 1000
    return { value, unit, ...(evidence === undefined ? {} : { fix_ids: evidence(m) }) }
  }
}

/** By which of its bounds a number that is compared is looked up; `field` is the same for what is read alike. */
export function needsOfNumber(
  { field, cmp, value }: Pick<Attr, 'cmp' | 'value'> & { field: string },
  { read }: Pick<NumberReader, 'read'>,
): Need[] {
  const bounds = [value].flat().map(Number)
  const first = bounds[0]!
  if (cmp === 'gt' || cmp === 'gte') return [{ kind: 'OVER', field, bound: first, read }]
  if (cmp === 'lt' || cmp === 'lte') return [{ kind: 'UNDER', field, bound: first, read }]
  if (cmp === 'between' || cmp === 'eq') return [{ kind: 'OVER', field, bound: first, read }]
  if (cmp === 'in') return [{ kind: 'OVER', field, bound: Math.min(...bounds), read }]
  return []
}

class TextAttr extends AttrNode {
  override readonly isStatic: boolean
  override readonly needs: readonly Need[]
  readonly #reader: TextReader
  readonly #test: (found: string | null) => Verdict
  constructor(key: string, attr: Attr, reader: TextReader) {
    super(key, attr)
    this.#reader = reader
    this.#test = maybeTest(attr.cmp, attr.value)
    this.isStatic = reader.isStatic
    const values = [attr.value].flat().map((one) => String(one).toUpperCase())
    const isNamed = attr.cmp === 'eq' || attr.cmp === 'in'
    this.needs = isNamed ? [{ kind: 'TEXT', field: attr.field, values, read: reader.read }] : []
  }
  protected evaluate(m: Moment) {
    return this.#test(this.#reader.read(m))
  }
  protected value(m: Moment) {
    return { value: this.#reader.read(m) }
  }
}

/** Condition on a field with none, one or several values; an unknown value counts as absent. */
class SetAttr extends AttrNode {
  override readonly isStatic: boolean
  readonly #reader: SetReader
  readonly #wanted: readonly string[] | null
  readonly #isDenied: boolean
  constructor(key: string, attr: Attr, reader: SetReader) {
    super(key, attr)
    this.#reader = reader
    this.isStatic = reader.isStatic
    const { cmp, value } = attr
    this.#wanted = cmp === 'exists' ? null : [value].flat().map(String)
    this.#isDenied = cmp === 'ne' || cmp === 'nin' || (cmp === 'exists' && value === false)
  }
  protected evaluate(m: Moment): Verdict {
    const has = this.#reader.read(m)
    const wanted = this.#wanted
    const found = wanted === null ? has.length > 0 : has.some((one) => wanted.includes(one))
    return found === this.#isDenied ? FALSE : TRUE
  }
  protected value(m: Moment) {
    return { value: this.#reader.read(m).join(', ') }
  }
}

/** Which comparisons each kind of field takes; others are refused in words. */
const COMPARISONS = {
  NUMBER: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'nin', 'exists'],
  TEXT: ['eq', 'ne', 'in', 'nin', 'contains', 'starts', 'matches', 'exists', 'gt', 'gte', 'lt', 'lte'],
  SET: ['eq', 'ne', 'in', 'nin', 'exists'],
} as const satisfies Record<Reader['kind'], readonly RuleComparison[]>

/** Returns the fault of a condition on a field, and which part of it is wrong; null when it can be evaluated. */
export function faultOfAttr(attr: Attr, reader: Reader): { part: string; why: string } | null {
  const { field, cmp } = attr
  const allowed: readonly string[] = COMPARISONS[reader.kind]
  if (!allowed.includes(cmp))
    return {
      part: 'cmp',
      why: `${field} cannot be compared with ${cmp}; use one of ${allowed.join(', ')}`,
    }
  const why = faultOfValue(attr, reader)
  return why === null ? null : { part: 'value', why }
}

function faultOfValue({ field, cmp, value }: Attr, reader: Reader): string | null {
  if (cmp === 'exists') return null
  const values = [value].flat()
  if (value === undefined || values.length === 0) return `${field} is compared with nothing; give a value`
  const isMany = cmp === 'in' || cmp === 'nin' || cmp === 'between'
  if (!isMany && values.length > 1) return `${field} ${cmp} takes one value`
  if (reader.kind === 'NUMBER' && values.some((one) => one === undefined || !Number.isFinite(Number(one))))
    return `${field} is a number; compare it with one`
  if (cmp !== 'between') return null
  if (values.length !== 2) return `${field} between takes two numbers`
  return Number(values[0]) > Number(values[1]) ? `${field} between takes the smaller number first` : null
}

export function attrNode(key: string, attr: Attr, reader: Reader): Node {
  if (reader.kind === 'NUMBER') return new NumberAttr(key, attr, reader)
  return reader.kind === 'TEXT' ? new TextAttr(key, attr, reader) : new SetAttr(key, attr, reader)
}
