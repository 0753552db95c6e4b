import type { EvaluatedRule } from '@samudra/contract/rules'
import { room, type Ground } from '../ground.ts'
import { history } from '../history/room.ts'
import { identity } from '../identity/room.ts'
import { EVERYONE, NOBODY_AT_ALL, seersOf } from '../kernel/audience.ts'
import { sentenceOf } from '../kernel/errors.ts'
import type { Objects } from '../kernel/objects.ts'
import { openObjects } from '../kernel/open-objects.ts'
import type { JobKind } from '../needs/jobs.ts'
import { places } from '../places/room.ts'
import { ports } from '../ports/room.ts'
import { reference } from '../reference/room.ts'
import { registry } from '../registry/room.ts'
import { AGAIN_JOB, goThroughAgain, type AgainNeeds } from './again.ts'
import { askedOnce } from './asked.ts'
import type { SourceNames } from '../sea/names.ts'
import { explainOps } from './explain.ops.ts'
import { Findings } from './findings.ts'
import { RuleKeeper } from './keeper.ts'
import { worldOf } from './make-world.ts'
import { factNews, listNews } from './news.ts'
import { resultOps } from './results.ops.ts'
import type { RuleBody } from './rule.ts'
import { ruleOps } from './rules.ops.ts'
import { runOps } from './runs.ops.ts'
import { runRuleJob, RUN_JOB, RUN_TRIES, type RunNeeds } from './run.ts'
import { forgetRuns } from './runs.sql.ts'
import { usesOf } from './uses.ts'
import { stopRule } from './stop-rule.ts'

const TURN_MS = 250
const AGAIN_MS = 60_000
/** What dry runs found is kept for a week. */
const DRY_MS = 7 * 86_400_000
/** Rules that the product brings, with thresholds an administrator edits. */
const BUILT_IN: readonly EvaluatedRule[] = []

/** Rules of people and of the product: kept, evaluated live and over the past, and what they found. */
export const rules = room({
  name: 'rules',
  uses: { identity, registry, history, reference, ports, places },
  open: async (ground, { identity, registry: { names }, history, reference, ports, places }) => {
    const { bus, log } = ground
    const { areas, lists } = places
    const kept = await openObjects<RuleBody>(ground, { type: 'rule', noun: 'rule' })
    const world = worldOf({ areas, reference, ports, names })
    const builtIn = () => BUILT_IN
    const isBuiltIn = (id: string) => builtIn().some((one) => one.id === id)
    const asked = askedOnce(kept, builtIn, { places, ports, reference })
    const findings = findingsOf(ground, { kept, asked, isBuiltIn, names })
    const common = {
      ...ground,
      names,
      fixes: history.reader,
      flush: history.flush,
      world,
      placesThen: places.placesThen,
    }
    const keeper = new RuleKeeper({
      ...common,
      findings,
      rules: asked,
      goAgain: () => ground.jobs.hurry(AGAIN_JOB),
      listsOf: places.listsWith,
      news: (_, from, to) => factNews(ground.db, { from, to }),
      listNews: (period, ships) => listNews(common, period, ships),
    })
    bus.hear('judgedFix', (batch) => keeper.hear(batch))
    bus.hear('listMoves', ({ moves }) => keeper.hearMoves(moves))
    ground.uses.answer(usesOf(kept))
    const turn = async () => {
      try {
        await keeper.beat()
      } catch (error) {
        log.error('rules could not be brought up to date', { error: sentenceOf(error) })
      }
    }
    const needs = {
      ...common,
      rules: kept,
      areas,
      lists,
      portName: (id: string) => ports.byId(id)?.name ?? null,
      isBuiltIn,
      builtIn: () => builtIn().map(({ id }) => id),
      builtInRule: (id: string) => builtIn().find((one) => one.id === id),
      findings,
      countUp: history.counts.refresh,
      sightOf: identity.sightOfUser,
    }
    return {
      door: {},
      ops: [...ruleOps(needs), ...resultOps(needs), ...runOps(needs), ...explainOps(needs)],
      jobs: jobsOf({ ...needs, rules: asked }),
      beats: [{ everyMs: TURN_MS, work: turn }],
      stop: () => keeper.stop(),
    }
  },
})

const jobsOf = (needs: RunNeeds & AgainNeeds): JobKind[] => [
  {
    name: AGAIN_JOB,
    does: 'Goes through ships again of which something came too late for rules',
    when: { everyMs: AGAIN_MS },
    work: (run) => goThroughAgain(needs, run),
  },
  {
    name: RUN_JOB,
    does: 'Looks back with a rule',
    tries: RUN_TRIES,
    work: (run) => runRuleJob(needs, run),
  },
  {
    name: 'rules.forget',
    does: 'Forgets dry runs of rules after a week',
    when: { cron: '20 4 * * *', zone: 'UTC' },
    work: () => forgetRuns(needs.db, new Date(needs.clock.now() - DRY_MS)),
  },
]

type Told = {
  kept: Objects<RuleBody>
  asked: () => { rules: readonly EvaluatedRule[] }
  isBuiltIn: (id: string) => boolean
  names: SourceNames
}
function findingsOf(ground: Ground, { kept, asked, isBuiltIn, names }: Told): Findings {
  const seersOfRule = (id: string) => {
    const rule = kept.find(id)
    return rule !== undefined ? seersOf(rule) : isBuiltIn(id) ? EVERYONE : NOBODY_AT_ALL
  }
  return new Findings({
    ...ground,
    names,
    seersOf: seersOfRule,
    ruleOf: (id) => asked().rules.find((one) => one.id === id),
    stop: (id, why) => void stopRule(ground, kept, id, why),
  })
}
