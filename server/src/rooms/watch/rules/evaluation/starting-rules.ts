import type { EvaluatedRule } from '@samudra/contract/rules'
import type { Lease } from '../../../../platform/kernel/cluster/lease.ts'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { Others } from '../../../../platform/kernel/cluster/others.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import { haveReadAgain } from '../detectors/down.ts'
import { evaluatedOf, isEvaluated, type RuleBody } from '../rule.ts'

/** Name under which the process that evaluates publishes them to the others. */
const STARTING = 'starting-rules'
/** Time after which the others forget what was not published again. */
const FORGET_MS = 10_000

type Needs = {
  clock: Clock
  lease: Pick<Lease, 'isOurs'>
  others: Pick<Others, 'publish' | 'follow'>
  rules: Objects<RuleBody>
  send: Send
  /** Rules that this process evaluates. */
  atWork: () => readonly EvaluatedRule[]
}

/** Rules that are enabled and not evaluated yet, because vessels of the last hour are replayed first. */
export class StartingRules {
  readonly #needs: Needs
  /** Keys of rules that screens show as starting. */
  #shown = new Set<string>()
  /** Keys as the process that evaluates published them. */
  #published: { keys: ReadonlySet<string>; at: number } = { keys: new Set(), at: -Infinity }

  constructor(needs: Needs) {
    this.#needs = needs
    needs.others.follow<string[]>(STARTING, {
      changed: (keys) => void (this.#published = { keys: new Set(keys), at: needs.clock.now() }),
    })
  }

  /** Has screens read rules again that began to start or are evaluated now. */
  look(): void {
    const { lease, others } = this.#needs
    if (!lease.isOurs) return this.#shown.clear()
    const [before, now] = [this.#shown, this.#here()]
    this.#shown = now
    const changed = new Set([...before, ...now].filter((key) => before.has(key) !== now.has(key)))
    if (now.size > 0 || changed.size > 0) others.publish(STARTING, [...now])
    if (changed.size > 0) haveReadAgain(this.#needs, (rule) => changed.has(keyOf(rule)))
  }

  isStarting(rule: EvaluatedRule): boolean {
    const { clock, lease, atWork } = this.#needs
    const key = keyOf(rule)
    if (!lease.isOurs) return clock.now() - this.#published.at < FORGET_MS && this.#published.keys.has(key)
    if (atWork().some((one) => keyOf(one) === key)) return false
    this.#shown.add(key)
    return true
  }

  #here(): Set<string> {
    const atWork = new Set(this.#needs.atWork().map(keyOf))
    const enabled = Array.from(this.#needs.rules.all()).filter(isEvaluated).map(evaluatedOf).map(keyOf)
    return new Set(enabled.filter((key) => !atWork.has(key)))
  }
}

const keyOf = ({ id, version }: EvaluatedRule) => `${id}.${version}`
