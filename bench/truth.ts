/**
 * Measures the detectors: precision, recall and delay after the beginning, of each, on seas drawn by their seeds,
 * whose truth is known. The data are clean, or have a fifth of the fixes lost, clocks wrong by half a minute and two
 * sources that disagree. First runs the pack (`--seed`), then fresh seas to which no threshold was fitted. `npm run
 * truth -- --seed=1 --seeds=20 [--wrong]`; --wrong names false and missed detections.
 */
import { CLEAN, DISTURBED, drawSea, FRESH, PACK, type SeaSize } from '@samudra/sim/truth/truth-sea'
import { MEASURED, TruthRun } from '../server/testing/truth/measurement.ts'
import { precisionOf, recallOf, scoresOf, summed, type Score } from '../server/testing/truth/score.ts'
import { median, option, printTable, printTarget, sized, whole } from './report.ts'

const SEED = Number(option('seed', '1'))
const SEEDS = Number(option('seeds', String(sized(20, 1))))
const WAYS = option('only', sized('clean,disturbed', 'clean')).split(',') as (keyof typeof LEAST)[]
const isNaming = process.argv.includes('--wrong')
/** Size of the seas of a brief run; `server/testing/truth/truth.test.ts` checks larger ones. */
const SMALL: SeaSize = { positives: 1, lookAlikes: 0, traffic: 4 }
const LEAST = { clean: 0.95, disturbed: 0.9 } as const

let fixes = 0
function scored(seed: number, size: SeaSize, how: keyof typeof LEAST): Score[] {
  const sea = drawSea(seed, size)
  const run = new TruthRun(sea, how === 'clean' ? CLEAN : DISTURBED)
  fixes += run.fixes
  return scoresOf(sea, run.findings, MEASURED)
}

const minutes = (ms: number) => (Number.isNaN(ms) ? '' : (ms / 60_000).toFixed(1))
function print(title: string, scores: readonly Score[], how: keyof typeof LEAST) {
  printTable(
    title,
    [
      'detector',
      'true',
      'look-alikes',
      'found',
      'said',
      'wrong',
      'revised',
      'precision',
      'recall',
      'latency min (median)',
      'most',
    ],
    scores.map((score) => [
      score.detector,
      String(score.positives),
      String(score.lookAlikes),
      String(score.found),
      String(score.hits),
      String(score.wrong.length),
      String(score.revised),
      precisionOf(score).toFixed(3),
      recallOf(score).toFixed(3),
      minutes(median(score.latencyMs)),
      minutes(Math.max(...score.latencyMs, Number.NEGATIVE_INFINITY)),
    ]),
  )
  const worst = Math.min(...scores.flatMap((score) => [precisionOf(score), recallOf(score)]))
  printTarget(`${title}: least precision or recall`, worst, { atLeast: LEAST[how] })
  if (!isNaming) return
  for (const { detector, wrong, missed } of scores) {
    for (const { mmsis, from, to, story, why } of wrong)
      console.log(`${detector} wrong of ${mmsis.join('+')} (${story}) ${at(from)} to ${at(to)}: ${why}`)
    for (const { mmsis, from, to, story } of missed)
      console.log(`${detector} missed of ${mmsis.join('+')} (${story}) ${at(from)} to ${at(to)}`)
  }
}
const at = (ms: number) => new Date(ms).toISOString().slice(11, 16)

for (const how of WAYS) print(`the pack, ${how}`, scored(SEED, sized(PACK, SMALL), how), how)
for (const how of SEEDS === 0 ? [] : WAYS) {
  const seas = Array.from({ length: SEEDS }, (_, i) => scored(SEED + 1000 + i, sized(FRESH, SMALL), how))
  print(`${SEEDS} fresh seas, ${how}`, summed(seas), how)
}
console.log(`${whole(fixes)} fixes`)
