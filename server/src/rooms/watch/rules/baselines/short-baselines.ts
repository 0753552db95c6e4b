import { LEAST_BASELINE_WEEKS } from '@samudra/contract/figures'
import type { EvaluatedRule } from '@samudra/contract/rules'
import { baselineOfRule } from '@samudra/rules/areas/area-query'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Ground } from '../../../../platform/ground.ts'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { Send } from '../../../../platform/kernel/http/send.ts'
import type { TrafficInterface } from '../../../past/traffic/room.ts'
import { BUCKET_MS, bucketOf } from '../../../../sea/baseline.ts'
import { UsualVesselsTable } from '../../../../sea/usual-vessels.ts'
import { haveReadAgain } from '../detectors/down.ts'
import type { RuleBody } from '../rule.ts'

type Needs = Pick<Ground, 'clock' | 'log'> & {
  rules: Objects<RuleBody>
  send: Send
  evaluated: () => readonly EvaluatedRule[]
  traffic: Pick<TrafficInterface, 'readUsualVessels'>
}
const READ_MS = 60_000

/** Baselines of areas that have too few weeks in the current hour of the week: rules are not evaluated by them meanwhile. */
export class ShortBaselines {
  readonly #needs: Needs
  /** Known weeks of the current hour by rule and version; of others it is not known yet. */
  #weeks: ReadonlyMap<string, number> = new Map()
  #readAt = -Infinity
  #rules: readonly EvaluatedRule[] = []
  #isReading = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Reads baselines once a minute, and when other rules are evaluated, and pushes those whose state changed. */
  look(): void {
    const now = this.#needs.clock.now()
    const rules = this.#needs.evaluated()
    if (this.#isReading || (rules === this.#rules && now - this.#readAt < READ_MS)) return
    this.#readAt = now
    this.#rules = rules
    this.#isReading = true
    void this.#read(rules, now)
      .catch((error: unknown) =>
        this.#needs.log.error('baselines of areas could not be read', { error: sentenceOf(error) }),
      )
      .finally(() => (this.#isReading = false))
  }

  async #read(rules: readonly EvaluatedRule[], now: number): Promise<void> {
    const { traffic } = this.#needs
    const query = rules.flatMap((rule) => {
      const place = baselineOfRule(rule)
      return place === null ? [] : [{ key: keyOf(rule), place }]
    })
    const table = new UsualVesselsTable()
    const hour = bucketOf(now, 'hour')
    const places = query.map(({ place }) => place)
    if (places.length > 0)
      await traffic.readUsualVessels(table, {
        places,
        from: hour,
        to: hour + BUCKET_MS.hour,
        corrected: false,
      })
    const before = this.#weeks
    this.#weeks = new Map(query.map(({ key, place }) => [key, table.at(place, hour)?.weeks ?? 0]))
    const isOther = (rule: EvaluatedRule) => before.get(keyOf(rule)) !== this.#weeks.get(keyOf(rule))
    haveReadAgain(this.#needs, isOther)
  }

  /** Returns why a rule is not evaluated now; empty where it is. */
  keepBack(rule: EvaluatedRule): string {
    const weeks = this.#weeks.get(keyOf(rule))
    if (weeks === undefined || weeks >= LEAST_BASELINE_WEEKS) return ''
    return `the baseline of its area has ${weeks} of ${LEAST_BASELINE_WEEKS} weeks for this hour, so the rule is not evaluated`
  }
}

const keyOf = ({ id, version }: EvaluatedRule) => `${id}.${version}`
