import type { EvaluatedRule } from '@samudra/contract/rules'
import { expect, test } from 'vitest'
import { facts, fix, MINUTE, T0 } from '../../testing/a-sea.ts'
import type { Change } from '../pairs/differences.ts'
import { Evaluator } from '../evaluator.ts'
import type { Fix } from '../running/fix-log.ts'
import { NO_WORLD } from '../world.ts'
import { draftsOf } from './detector.ts'
import { detectorOf } from './detectors.ts'
import { SharedNumbers } from './shared-numbers.ts'

const WORLD = { ...NO_WORLD, number: () => 50, isHeardThere: () => true, deviation: () => 5 }
const MMSI = 538000001
const END = 15 * 60
const rulesOf = (code: string): EvaluatedRule[] =>
  draftsOf(detectorOf(code)!, {}, { home: [], areas: [] }).map((draft, part) => ({
    ...draft,
    id: `${code}#${part}`,
    version: 1,
  }))

/**
 * Returns the events of a detector for two contacts of one number, each with the minutes at which it is received. Each
 * event has its contact, and the minutes after which it came.
 */
function events(code: string, contacts: readonly ((minute: number) => Partial<Fix> | null)[]): string[] {
  const changes: Change[] = []
  const evaluator = new Evaluator(rulesOf(code), WORLD, { hear: (change) => void changes.push(change) })
  const shared = new SharedNumbers()
  const isMet = new Set<number>()
  const factsOf = (contact: number, at: number) => {
    const { rank, isHeardElsewhere } = shared.sharingOf(MMSI, contact, at, evaluator.heardAt(contact))
    return facts({
      mmsi: String(MMSI),
      split: contact,
      anomalies: rank > 0 ? ['MMSI_DUPLICATE'] : [],
      number_rank: rank > 0 ? rank : null,
      heard_elsewhere: isHeardElsewhere ? 1 : 0,
    })
  }
  for (let minute = 0; minute <= END; minute++) {
    evaluator.advance(T0 + minute * MINUTE)
    for (const [contact, heard] of contacts.entries()) {
      const more = heard(minute)
      if (more === null) continue
      const one = fix(minute + contact / 4, { lat: 8 + contact, lon: 76 + minute / 360, ...more })
      shared.note(MMSI, contact, one.at, one.lat, one.lon)
      if (!isMet.has(contact)) evaluator.meet(contact, factsOf(contact, one.at))
      isMet.add(contact)
      for (const other of isMet) evaluator.takeFacts(other, one.at, factsOf(other, one.at))
      evaluator.takeFix(contact, one)
    }
  }
  return changes
    .filter(({ what }) => what === 'HIT')
    .map(({ ship, at }) => `${ship} ${Math.round((at - T0) / MINUTE)}`)
}
const while_ = (isHeard: (minute: number) => boolean) => (minute: number) => (isHeard(minute) ? {} : null)
const from60to100 = (minute: number) => minute >= 60 && minute < 100

test('a false place that falls silent is no silent vessel while its number is received elsewhere', () => {
  const ghost = while_(from60to100)
  expect(
    events('FEED_DELAY', [while_((minute) => !from60to100(minute) && (minute < 400 || minute > 860)), ghost]),
  ).toEqual(['0 519'])
  expect(events('FEED_DELAY', [while_((minute) => !from60to100(minute) && minute < END), ghost])).toEqual([])
})

test('a vessel that falls silent at the false place is reported once, there', () => {
  expect(events('FEED_DELAY', [while_((minute) => minute < 60), while_(from60to100)])).toEqual(['1 219'])
})

test('of two vessels received in turns under one number, the one that falls silent is reported', () => {
  expect(events('FEED_DELAY', [while_(() => true), while_((minute) => minute < 100)])).toEqual(['1 219'])
})

test('a vessel in two places in turns is not reported once more as off the usual tracks', () => {
  const isAway = (minute: number) => minute % 80 < 30
  const here = while_((minute) => !isAway(minute))
  expect(events('HDB_SCAN', [here, while_(isAway)])).toEqual([])
  expect(events('HDB_SCAN', [while_((minute) => minute % 80 >= 30)]).length).toBeGreaterThan(0)
})
