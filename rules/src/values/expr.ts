import { RULE_FIELDS, type RuleField } from '@samudra/contract/rules'
import { causesOfField, numberTest } from './attr.ts'
import { dimensionOf, sameDimension, UNITS, type Dimension } from './expr-units.ts'
import type { Reader } from './fields.ts'
import type { Cause, Moment } from '../running/moment.ts'
import { Node, type Explained } from '../plans/node.ts'
import { isTrue, not, UNKNOWN, type Verdict } from '../plans/verdict.ts'
import { tokensOf, type Token } from './expr-tokens.ts'

/** Fault of an expression that cannot be read; the message states what and where. */
export class ExprFault extends RangeError {}

type NumberPart = { kind: 'NUMBER'; dimension: Dimension; read: (m: Moment) => number }
type TextPart = { kind: 'TEXT'; read: (m: Moment) => string | null }
type VerdictPart = { kind: 'VERDICT'; evaluate: (m: Moment) => Verdict }
type Part = NumberPart | TextPart | VerdictPart

const DEEPEST = 30
const COMPARISONS = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte', '=': 'eq', '!=': 'ne' } as const
const isField = (word: string): word is RuleField => RULE_FIELDS.some((one) => one === word)
const angleBetween = (a: number, b: number) => Math.abs(((((b - a + 540) % 360) + 360) % 360) - 180)

/** Functions with the number of their arguments, which are of one dimension, and their computation. */
const FUNCTIONS: Record<
  string,
  { takes: number; of: Dimension | null; read: (...values: number[]) => number }
> = {
  abs: { takes: 1, of: null, read: Math.abs },
  min: { takes: 2, of: null, read: Math.min },
  max: { takes: 2, of: null, read: Math.max },
  // Between two courses the short way round.
  turn: { takes: 2, of: 'angle', read: angleBetween },
}

/**
 * Reads `sog > 2 kn and (length >= 100 m or turn(cog, true_heading) > 45 deg)`: fields and numbers with their units, sums,
 * products, comparisons, and, or, not. What is compared or added must be of one dimension. Nothing of it is run as code.
 */
class Reading {
  readonly #tokens: readonly Token[]
  readonly #readers: Record<RuleField, Reader>
  readonly fields = new Set<RuleField>()
  #at = 0
  #depth = 0

  constructor(text: string, readers: Record<RuleField, Reader>) {
    this.#tokens = tokensOf(text, (at, what) => new ExprFault(`letter ${at + 1}: ${what}`))
    this.#readers = readers
  }

  whole(): VerdictPart {
    const part = this.#verdict(this.#or())
    if (this.#peek !== undefined) throw this.#fault('nothing more was expected')
    return part
  }

  get #peek(): Token | undefined {
    return this.#tokens[this.#at]
  }
  #take(text: string): boolean {
    const is = this.#peek?.text === text && this.#peek.kind !== 'TEXT'
    if (is) this.#at++
    return is
  }
  #need(text: string) {
    if (!this.#take(text)) throw this.#fault(`“${text}” was expected`)
  }
  #fault(why: string): ExprFault {
    const token = this.#peek
    return new ExprFault(
      token === undefined ? `at the end: ${why}` : `letter ${token.at + 1}, “${token.text}”: ${why}`,
    )
  }
  #verdict(part: Part): VerdictPart {
    if (part.kind !== 'VERDICT') throw this.#fault('a comparison was expected, like sog > 2 kn')
    return part
  }
  #number(part: Part): NumberPart {
    if (part.kind !== 'NUMBER') throw this.#fault('a number was expected')
    return part
  }

  #or(): Part {
    if (++this.#depth > DEEPEST) throw this.#fault('is nested too deep; write it flatter')
    let left = this.#and()
    while (this.#take('or')) {
      const [a, b] = [this.#verdict(left), this.#verdict(this.#and())]
      left = { kind: 'VERDICT', evaluate: (m) => Math.max(a.evaluate(m), b.evaluate(m)) as Verdict }
    }
    this.#depth--
    return left
  }

  #and(): Part {
    let left = this.#not()
    while (this.#take('and')) {
      const [a, b] = [this.#verdict(left), this.#verdict(this.#not())]
      left = { kind: 'VERDICT', evaluate: (m) => Math.min(a.evaluate(m), b.evaluate(m)) as Verdict }
    }
    return left
  }

  #not(): Part {
    let isDenied = false
    while (this.#take('not')) isDenied = !isDenied
    const part = this.#comparison()
    if (!isDenied) return part
    const { evaluate } = this.#verdict(part)
    return { kind: 'VERDICT', evaluate: (m) => not(evaluate(m)) }
  }

  #comparison(): Part {
    const left = this.#sum()
    const sign = this.#peek?.kind === 'SIGN' ? this.#peek.text : ''
    if (!Object.hasOwn(COMPARISONS, sign)) return left
    this.#at++
    const cmp = COMPARISONS[sign as keyof typeof COMPARISONS]
    const right = this.#sum()
    if (left.kind === 'TEXT' || right.kind === 'TEXT') return this.#texts(cmp, left, right)
    const [a, b] = [this.#number(left), this.#number(right)]
    if (!sameDimension(a.dimension, b.dimension))
      throw this.#fault(`${a.dimension} cannot be compared with ${b.dimension}; give a unit`)
    const test = numberTest(cmp, 0)
    return { kind: 'VERDICT', evaluate: (m) => test(a.read(m) - b.read(m)) }
  }

  #texts(cmp: string, left: Part, right: Part): VerdictPart {
    if (left.kind !== 'TEXT' || right.kind !== 'TEXT')
      throw this.#fault('a text is compared with a text in quotes')
    if (cmp !== 'eq' && cmp !== 'ne') throw this.#fault('texts are compared with = and !=')
    return {
      kind: 'VERDICT',
      evaluate: (m) => {
        const [a, b] = [left.read(m), right.read(m)]
        if (a === null || b === null) return UNKNOWN
        return isTrue((a.toUpperCase() === b.toUpperCase()) === (cmp === 'eq'))
      },
    }
  }

  #sum(): Part {
    let left = this.#product()
    for (;;) {
      const isMinus = this.#take('-')
      if (!isMinus && !this.#take('+')) return left
      const [a, b] = [this.#number(left), this.#number(this.#product())]
      if (!sameDimension(a.dimension, b.dimension))
        throw this.#fault(`${b.dimension} cannot be added to ${a.dimension}; give a unit`)
      const sign = isMinus ? -1 : 1
      left = { kind: 'NUMBER', dimension: a.dimension, read: (m) => a.read(m) + sign * b.read(m) }
    }
  }

  /** One of two factors has a dimension at most, and a divisor has none or that of what it divides. */
  #product(): Part {
    let left = this.#factor()
    for (;;) {
      const isOver = this.#take('/')
      if (!isOver && !this.#take('*')) return left
      const [a, b] = [this.#number(left), this.#number(this.#factor())]
      if (isOver) {
        if (b.dimension !== 'number' && b.dimension !== a.dimension)
          throw this.#fault(`${a.dimension} cannot be divided by ${b.dimension}`)
        const dimension = b.dimension === 'number' ? a.dimension : 'number'
        left = { kind: 'NUMBER', dimension, read: (m) => ratio(a.read(m), b.read(m)) }
        continue
      }
      if (a.dimension !== 'number' && b.dimension !== 'number')
        throw this.#fault(`${a.dimension} cannot be multiplied by ${b.dimension}`)
      const dimension = a.dimension === 'number' ? b.dimension : a.dimension
      left = { kind: 'NUMBER', dimension, read: (m) => a.read(m) * b.read(m) }
    }
  }

  #factor(): Part {
    if (this.#take('-')) {
      const { dimension, read } = this.#number(this.#factor())
      return { kind: 'NUMBER', dimension, read: (m) => -read(m) }
    }
    if (this.#take('(')) {
      const part = this.#or()
      this.#need(')')
      return part
    }
    const token = this.#peek
    if (token === undefined) throw this.#fault('a field or a number was expected')
    this.#at++
    if (token.kind === 'TEXT') return { kind: 'TEXT', read: () => token.text }
    if (token.kind === 'NUMBER') return this.#withUnit(Number(token.text))
    if (token.kind === 'WORD' && Object.hasOwn(FUNCTIONS, token.text)) return this.#function(token.text)
    if (token.kind === 'WORD' && isField(token.text)) return this.#field(token.text)
    this.#at--
    throw this.#fault('is not a field, number or function')
  }

  #withUnit(value: number): NumberPart {
    const unit = this.#peek?.kind === 'WORD' || this.#peek?.text === '°' ? UNITS[this.#peek.text] : undefined
    if (unit === undefined) return { kind: 'NUMBER', dimension: 'number', read: () => value }
    this.#at++
    const inBase = value * unit.is
    return { kind: 'NUMBER', dimension: unit.of, read: () => inBase }
  }

  #function(name: string): NumberPart {
    const { takes, of, read } = FUNCTIONS[name]!
    this.#need('(')
    const values: NumberPart[] = []
    do values.push(this.#number(this.#sum()))
    while (this.#take(','))
    this.#need(')')
    if (values.length !== takes) throw this.#fault(`${name} takes ${takes} numbers`)
    const dimension = values[0]!.dimension
    if (values.some((one) => one.dimension !== dimension) || (of !== null && dimension !== of))
      throw this.#fault(`${name} takes numbers of one dimension${of === null ? '' : `, ${of}`}`)
    return { kind: 'NUMBER', dimension, read: (m) => read(...values.map((one) => one.read(m))) }
  }

  #field(field: RuleField): Part {
    this.fields.add(field)
    const reader = this.#readers[field]
    if (reader.kind === 'SET')
      throw this.#fault(`${field} cannot be written in an expression; use a condition`)
    if (reader.kind === 'TEXT') return { kind: 'TEXT', read: reader.read }
    const { of, is } = dimensionOf(reader.unit)
    return { kind: 'NUMBER', dimension: of, read: (m) => reader.read(m) * is }
  }
}

const ratio = (a: number, b: number) => (b === 0 ? Number.NaN : a / b)

/** A condition that a person wrote as one line. */
export class ExprNode extends Node {
  override readonly isStatic: boolean
  readonly #part: VerdictPart
  readonly #fields: readonly (readonly [RuleField, Reader])[]
  readonly #work: number
  override readonly causes: readonly Cause[]

  /** Throws ExprFault. */
  constructor(key: string, text: string, readers: Record<RuleField, Reader>) {
    super(key)
    const reading = new Reading(text, readers)
    this.#part = reading.whole()
    this.#work = text.length / 4
    this.#fields = [...reading.fields].map((field) => [field, readers[field]] as const)
    this.causes = this.#fields.flatMap(([field]) => causesOfField(field))
    this.isStatic = this.#fields.every(([, { isStatic }]) => isStatic)
  }

  protected evaluate(m: Moment): Verdict {
    m.work += this.#work
    return this.#part.evaluate(m)
  }

  protected override found(m: Moment): Partial<Explained> {
    const values = this.#fields.map(([field, reader]) => {
      const value = reader.kind === 'SET' ? reader.read(m).join() : reader.read(m)
      const isKnown = value !== null && !Number.isNaN(value)
      return `${field} ${isKnown ? (typeof value === 'number' ? Math.round(value * 100) / 100 : value) : 'unknown'}`
    })
    return { value: values.join(', ') }
  }
}
