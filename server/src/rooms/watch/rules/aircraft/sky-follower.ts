import type { EvaluatedRule } from '@samudra/contract/rules'
import type { AircraftInterface } from '../../../picture/aircraft/room.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { Db } from '../../../../platform/needs/database.ts'
import { FixFollower, type FixFollowerNeeds } from '../../../../sea/fix-follower.ts'
import { faultOf } from '../fault.ts'
import type { MarkedRules } from '../evaluation/follower-needs.ts'
import { resultsOf, type Findings } from '../findings/findings.ts'
import type { Worlds } from '../evaluation/make-world.ts'
import { endOthers, inResults, storeResults } from '../findings/results.sql.ts'
import { forgetSky, keepSky, readSky } from './sky.sql.ts'
import { SkyStage } from './sky-stage.ts'
import type { KnownWorld } from '../evaluation/world.ts'

/** Interval for saving the state from which the next process continues, ms. */
const KEEP_MS = 60_000
/** Maximum catch-up after an outage, ms; a historical run evaluates what lies before. */
const MOST_BEHIND_MS = 6 * 3_600_000

type Needs = FixFollowerNeeds & {
  db: Db
  clock: Clock
  sky: AircraftInterface
  rules: () => MarkedRules
  worlds: Pick<Worlds, 'withoutUsual'>
  findings: Findings
}
type Act = { stage: SkyStage; mark: string; savedAt: number }

/**
 * Evaluates aircraft rules live; each turn takes newly written sky data. Aircraft state is saved in one transaction
 * with new results, so a restart from there reports nothing twice.
 */
export class SkyFollower extends FixFollower {
  readonly #needs: Needs
  #act: Act | null = null
  #isIdle = false

  constructor(needs: Needs) {
    super(needs)
    this.#needs = needs
  }

  /** Rules that are evaluated at present. */
  get atWork(): readonly EvaluatedRule[] {
    return this.#act?.stage.rules ?? []
  }

  protected override hasState(): boolean {
    return this.#act !== null
  }
  protected override forget(): void {
    this.#act = null
  }

  protected override async take(wholly: boolean): Promise<void> {
    const { rules, sky, clock, findings } = this.#needs
    const query = rules()
    if (query.rules.length === 0) return this.#rest()
    this.#isIdle = false
    if (this.#act?.mark !== query.mark) this.#act = await this.#begin(query)
    const { stage, savedAt } = this.#act
    const to = sky.writtenUpto()
    if (to > stage.sky.upto) {
      const from = Math.max(stage.sky.upto, to - MOST_BEHIND_MS)
      for await (const reports of sky.reports({ from, to, sources: null })) await stage.take(reports)
      stage.sky.advance(to)
    }
    for (const { rule, why } of stage.takeFaults()) findings.end(rule, why)
    if (wholly || stage.hasChanges || clock.now() - savedAt >= KEEP_MS) await this.#store(this.#act)
  }

  async #rest() {
    if (this.#isIdle) return
    await forgetSky(this.#needs.db)
    await this.#endOthers([])
    this.#act = null
    this.#isIdle = true
  }

  async #endOthers(rules: readonly EvaluatedRule[]) {
    const { db, clock, findings } = this.#needs
    const keys = rules.map(({ id, version }) => `${id}.${version}`)
    findings.deliver(await endOthers(db, { keys, ofAircraft: true }, clock.now()))
  }

  /** Continues from saved state; rules without any begin now. */
  async #begin({ mark, rules }: MarkedRules): Promise<Act> {
    const { db, clock, worlds } = this.#needs
    if (this.#act !== null) await this.#store(this.#act)
    const now = clock.now()
    const world = await worlds.withoutUsual(rules, { from: now, to: now, mmsis: [], corrected: false })
    const stage = this.#stageOf(rules, world)
    const cached = await readSky(db)
    if (cached === null) stage.sky.advance(now)
    else stage.sky.resume(cached)
    await this.#endOthers(rules)
    return { stage, mark, savedAt: 0 }
  }

  /** Returns a stage of the rules that can be evaluated, and stops the others. */
  #stageOf(rules: readonly EvaluatedRule[], world: KnownWorld): SkyStage {
    const sound = rules.filter((rule) => {
      const fault = faultOf(rule, world)
      if (fault !== null) this.#needs.findings.end(rule.id, fault.why)
      return fault === null
    })
    return new SkyStage(sound, world, { isGuarded: true })
  }

  /** Stores new results with all state, then publishes them. */
  async #store(act: Act) {
    const { db, clock, findings } = this.#needs
    const { stage } = act
    const now = clock.now()
    const found = resultsOf(stage, findings.heed(stage.takeChanges(), stage), '', now)
    const changed = await inResults(db, async (client) => {
      const stored = await storeResults(client, found, now)
      await keepSky(client, stage.sky.saved())
      return stored
    })
    act.savedAt = now
    findings.deliver(changed)
  }
}
