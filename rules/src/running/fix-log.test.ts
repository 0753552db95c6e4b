import { Dice } from '@samudra/sim/dice'
import { expect, test } from 'vitest'
import { FixLog, GONE, NONE } from './fix-log.ts'

test.each([1, 2, 3])(
  'fixes of a vessel are found from the last one back, however often the log grew: %i',
  (seed) => {
    const dice = new Dice(seed)
    const log = new FixLog(1000, { size: 8, most: 256 })
    const last = [NONE, NONE, NONE]
    const mine: number[][] = [[], [], []]
    let now = 0
    for (let i = 0; i < 600; i++) {
      // Bursts of many at once, and long times with few.
      now += dice.next() < 0.8 ? 1 : dice.between(0, 3000)
      const ship = dice.whole(0, 2)
      const entry = log.add(last[ship]!, now)
      log.id[log.slotOf(entry)] = entry
      last[ship] = entry
      mine[ship]!.push(entry)
      const found: number[] = []
      for (let one = entry; one !== NONE && one !== GONE; one = log.before(one)) {
        found.push(log.id[log.slotOf(one)]!)
        expect(found.length).toBeLessThanOrEqual(mine[ship]!.length)
      }
      expect(found).toEqual(mine[ship]!.slice(-found.length).toReversed())
    }
  },
)
