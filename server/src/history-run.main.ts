import { parentPort } from 'node:worker_threads'
import { Answers, type AnswersData } from './rooms/past/patterns/answers.ts'
import { resultsOf } from './rooms/watch/rules/findings/findings.ts'
import type { Answer, Query, Begin } from './rooms/watch/rules/runs/look-back.ts'
import { Pass } from './rooms/watch/rules/evaluation/pass.ts'
import { PastOf } from './rooms/watch/rules/reevaluation/past-changes.ts'
import { Stage } from './rooms/watch/rules/evaluation/stage.ts'
import { KnownWorld, makePorts, type MadePorts } from './rooms/watch/rules/evaluation/world.ts'
import { UsualVesselsTable } from './sea/usual-vessels.ts'
import { Forecasts } from './rooms/chart/weather/forecasts.ts'

/** The thread of a look back: of each portion fixes come batch after batch, and what the rule found goes back at its end. */
const port = parentPort!
const answer = (answered: Answer) => port.postMessage(answered)
let ports: MadePorts | null = null
let known: AnswersData | null = null
let vessels: UsualVesselsTable | null = null
let foreseen: Forecasts | null = null
let now: { stage: Stage; pass: Pass; runId: string } | null = null

async function begin({ rule, world, beside, reported: shown, by, together, runId, ...same }: Begin) {
  const past = new PastOf(world.past.corrected)
  past.add(world.past)
  // They are the same in all portions.
  if (world.ports !== null) ports ??= makePorts(world.ports)
  if (same.usual !== null) known = same.usual
  if (same.usualVessels !== null) vessels = UsualVesselsTable.from(same.usualVessels)
  if (same.forecasts !== null) foreseen = new Forecasts(same.forecasts)
  const query = new KnownWorld({ ...world, past }, ports)
  if (known !== null) query.compare(Answers.from(known, (ship) => query.who(ship)))
  if (vessels !== null) query.compareAreas(vessels)
  if (foreseen !== null) query.foresee(foreseen)
  const stage = new Stage([rule], query, () => [])
  if (shown !== null) stage.beginSources(shown.from, shown.before)
  now = { stage, pass: new Pass(stage, beside, { by, together }), runId }
}

async function take(query: Query): Promise<void> {
  if ('begin' in query) return begin(query.begin)
  const { stage, pass, runId } = now!
  if ('batch' in query) {
    await pass.take(query.batch)
    return answer({ taken: true })
  }
  pass.end(query.end.to)
  const { begun } = resultsOf(stage, stage.takeChanges(), runId, query.end.now)
  answer({ scanned: pass.count, rows: begun })
}

// One after the other: each is taken whole before the next.
let turn = Promise.resolve()
port.on('message', (query: Query) => {
  turn = turn.then(() => take(query))
})
