import type { EvaluatedRule } from '@samudra/contract/rules'
import type { AircraftInterface } from '../../../picture/aircraft/room.ts'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import type { Lease } from '../../../../platform/kernel/cluster/lease.ts'
import type { Log } from '../../../../platform/kernel/text/log.ts'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { Db } from '../../../../platform/needs/database.ts'
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

type Needs = {
  db: Db
  clock: Clock
  log: Log
  lease: Pick<Lease, 'isOurs'>
  sky: AircraftInterface
  rules: () => MarkedRules
  worlds: Pick<Worlds, 'withoutUsual'>
  findings: Findings
}
type Act = { stage: SkyStage; mark: string; savedAt: number }

/**
 * Evaluates aircraft rules live, in the process with the feeds; each turn takes newly written sky data. Aircraft state
 * is saved in one transaction with new results, so a restart from there reports nothing twice.
 */
export class SkyFollower {
  readonly #needs: Needs
  #act: Act | null = null
  #isIdle = false
  #turn: Promise<void> | null = null
  #isStopped = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Rules that are evaluated at present. */
  get atWork(): readonly EvaluatedRule[] {
    return this.#act?.stage.rules ?? []
  }

  /** Takes what was written down since, unless a turn is under way. */
  async beat(): Promise<void> {
    if (this.#isStopped || this.#turn !== null) return
    const turn = this.#take().catch((error: unknown) => {
      // State in memory may be incomplete; the next process reads the saved one.
      this.#act = null
      this.#needs.log.error('rules of aircraft could not be brought up to date', {
        error: sentenceOf(error),
      })
    })
    this.#turn = turn
    await turn
    this.#turn = null
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#turn
    const { lease } = this.#needs
    if (this.#act !== null && lease.isOurs) await this.#store(this.#act).catch(() => undefined)
  }

  async #take() {
    const { lease, rules, sky, clock, findings } = this.#needs
    if (!lease.isOurs) return void (this.#act = null)
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
    if (stage.hasChanges || clock.now() - savedAt >= KEEP_MS) await this.#store(this.#act)
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

  /** Those that cannot be evaluated are ended and left out. */
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
