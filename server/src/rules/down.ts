import { ruleKind } from '@samudra/contract/rule-keeping'
import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Sight } from '../kernel/sight.ts'
import type { FeedsDoor } from '../feeds/room.ts'
import { tellObject } from '../kernel/object-calls.ts'
import type { Objects } from '../kernel/objects.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { SourceNames } from '../sea/names.ts'
import { conditionsOf, evaluatedOf, isEvaluated, type RuleBody } from './rule.ts'

type Needs = {
  clock: Clock
  send: Send
  names: SourceNames
  rules: Objects<RuleBody>
  sources: FeedsDoor['sources']
}

/** Whether a rule asks that few ships are in an area: who was not heard is not counted. */
export const asksOfFew = ({ when, clear }: Pick<EvaluatedRule, 'when' | 'clear'>): boolean =>
  [...conditionsOf(clear === undefined ? { when } : { when, clear })].some(
    (node) => 'k' in node && node.k === 'agg' && node.of === 'vessels' && node.cmp.startsWith('lt'),
  )

/** Whether a rule asks that nothing was heard. */
export const asksOfSilence = (rule: EvaluatedRule): boolean =>
  [...conditionsOf(rule)].some(
    (node) =>
      'k' in node &&
      (node.k === 'silence' ||
        (node.k === 'attr' &&
          (node.cmp === 'older_than' ||
            node.cmp === 'stale' ||
            (node.field === 'age_min' && (node.cmp === 'gt' || node.cmp === 'gte'))))),
  )

/** Sources that are down: that a ship they heard is silent says nothing of her. */
export class DownSources {
  readonly #needs: Needs
  #codes: readonly string[] = []
  #numbers: ReadonlySet<number> = new Set()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Looks how sources are, and has screens read again which rules are kept back by it. */
  look(): void {
    const { clock, names, sources, rules, send } = this.#needs
    const codes = sources(clock.now()).flatMap(({ source, state }) =>
      state === 'DOWN' || state === 'PAUSED' ? [source] : [],
    )
    if (codes.join() === this.#codes.join()) return
    this.#codes = codes
    this.#numbers = new Set(
      names.sources().flatMap(({ number, code }) => (codes.includes(code) ? [number] : [])),
    )
    for (const rule of rules.all())
      if (isEvaluated(rule) && isKeptBack(evaluatedOf(rule)))
        tellObject({ objects: rules, kind: ruleKind, send }, 'update', rule)
  }

  get isAny(): boolean {
    return this.#codes.length > 0
  }

  /** Whether all of some sources are. */
  areAll(sources: readonly number[]): boolean {
    return sources.length > 0 && sources.every((one) => this.#numbers.has(one))
  }

  /** What is kept back of a rule, of sources that somebody sees; empty where nothing is. */
  keepBack(rule: EvaluatedRule, sight: Sight): string {
    const seen = this.#codes.filter((code) => sight.source(code))
    if (seen.length === 0 || !isKeptBack(rule)) return ''
    const [are, whom] = [seen.length === 1 ? 'the source is' : 'these sources are', seen.join(', ')]
    return asksOfFew(rule)
      ? `that few ships are there is not told while ${whom} may hear some: ${are} down`
      : `silence is not told of ships that ${whom} heard last: ${are} down`
  }
}

const isKeptBack = (rule: EvaluatedRule) => asksOfSilence(rule) || asksOfFew(rule)
