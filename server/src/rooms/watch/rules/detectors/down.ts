import { ruleKind } from '@samudra/contract/rule-keeping'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { isOverShips, needsAllShips } from '@samudra/rules/areas/area-query'
import type { CallerVisibility } from '../../../../platform/kernel/http/caller-visibility.ts'
import type { FeedsInterface } from '../../../picture/feeds/room.ts'
import { pushObject } from '../../../../platform/kernel/objects/object-calls.ts'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { SourceNames } from '../../../../sea/names.ts'
import { conditionsOf, evaluatedOf, isEvaluated, type RuleBody } from '../rule.ts'

type Needs = {
  clock: Clock
  send: Send
  names: SourceNames
  rules: Objects<RuleBody>
  sources: FeedsInterface['sources']
}

type Query = Pick<EvaluatedRule, 'when' | 'clear'> & Partial<Pick<EvaluatedRule, 'subject'>>
const overShips = ({ when, clear, subject }: Query) =>
  subject === 'SOURCE'
    ? []
    : [...conditionsOf(clear === undefined ? { when } : { when, clear })].filter(isOverShips)
/** Returns true if a rule requires few vessels in an area, where vessels not received are not counted. */
export const needsFew = (rule: Query): boolean =>
  overShips(rule).some(({ of, cmp }) => of === 'vessels' && cmp.startsWith('lt'))
/** Returns true if a rule on an area could differ had all its vessels been received. */
export const needsAll = (rule: Query): boolean => overShips(rule).some(needsAllShips)
/** Returns true if a rule requires an aggregate of the vessels in an area. */
export const needsTheirs = (rule: Query): boolean => overShips(rule).some(({ of }) => of !== 'vessels')

/** Returns true if a rule requires that vessels were not received. */
export const needsSilence = (rule: EvaluatedRule): boolean =>
  rule.subject !== 'SOURCE' &&
  [...conditionsOf(rule)].some(
    (node) =>
      'k' in node &&
      (node.k === 'silence' ||
        (node.k === 'attr' &&
          (node.cmp === 'older_than' ||
            node.cmp === 'stale' ||
            (node.field === 'age_min' && (node.cmp === 'gt' || node.cmp === 'gte'))))),
  )

/** Makes screens reload active rules whose withheld results changed. */
export function haveReadAgain(
  { rules, send }: Pick<Needs, 'rules' | 'send'>,
  isBlocked: (rule: EvaluatedRule) => boolean,
): void {
  for (const rule of rules.all())
    if (isEvaluated(rule) && isBlocked(evaluatedOf(rule)))
      pushObject({ objects: rules, kind: ruleKind, send }, 'update', rule)
}

/** Sources that are down, so that silence of their vessels proves nothing. */
export class DownSources {
  readonly #needs: Needs
  #codes: readonly string[] = []
  #numbers: ReadonlySet<number> = new Set()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Checks the state of sources, and makes screens reload rules that this limits. */
  look(): void {
    const { clock, names, sources } = this.#needs
    const codes = sources(clock.now()).flatMap(({ source, state }) =>
      state === 'DOWN' || state === 'PAUSED' ? [source] : [],
    )
    if (codes.join() === this.#codes.join()) return
    this.#codes = codes
    this.#numbers = new Set(
      names.sources().flatMap(({ number, code }) => (codes.includes(code) ? [number] : [])),
    )
    haveReadAgain(this.#needs, isBlocked)
  }

  get isAny(): boolean {
    return this.#codes.length > 0
  }

  /** Returns true if all of some sources are down. */
  areAll(sources: readonly number[]): boolean {
    return sources.length > 0 && sources.every((one) => this.#numbers.has(one))
  }

  /** Returns text on withheld results of a rule, for sources the user sees; empty without any. */
  keepBack(rule: EvaluatedRule, visibility: CallerVisibility): string {
    const seen = this.#codes.filter((code) => visibility.source(code))
    if (seen.length === 0 || !isBlocked(rule)) return ''
    const [are, whom] = [seen.length === 1 ? 'the source is' : 'these sources are', seen.join(', ')]
    return needsAll(rule)
      ? `${needsFew(rule) ? 'a low number of vessels' : 'the sum over vessels'} is not evaluated while ${whom} may receive some: ${are} down`
      : `silence is not evaluated for vessels that ${whom} received last: ${are} down`
  }
}

const isBlocked = (rule: EvaluatedRule) => needsSilence(rule) || needsAll(rule)
