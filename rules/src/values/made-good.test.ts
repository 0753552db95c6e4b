import { expect, test } from 'vitest'
import { aRule, aSea, fix } from '../../testing/a-sea.ts'

const misfit = aRule({ k: 'attr', field: 'speed_misfit_kn', cmp: 'gt', value: 10 })
const NM_DEG = 1 / 60

test('a hit of implied and reported speed names both, not their difference', () => {
  const sea = aSea([misfit])
  // In five minutes it makes 1,951 NM good.
  const lats = [0, 0, 0, 0, 1951 * NM_DEG].map((lat) => lat + 8)
  sea.sails(...lats.map((lat, i) => fix(i * 1.25, { lat, sog: 13.3, cog: 0 })))
  expect(sea.changes[0]!.explanation!.of[0]).toMatchObject({
    asked: expect.stringMatching(/Implied speed 23,\d{3} kn, reported 13\.3 kn$/),
    value: null,
    threshold: 10,
  })
})

test('a condition of implied and reported speed that does not hold names their difference', () => {
  const sea = aSea([
    aRule({ op: 'ANY', of: [misfit.when, { k: 'attr', field: 'sog', cmp: 'lt', value: 2 }] }),
  ])
  for (let minute = 0; minute < 12; minute += 2) sea.sails(fix(minute, { sog: 0, lat: 8 }))
  const [, part] = sea.changes[0]!.explanation!.of[0]!.of
  expect(part).toMatchObject({ verdict: 'TRUE', unit: 'kn' })
  expect(sea.changes[0]!.explanation!.of[0]!.of[0]!.asked).toMatch(
    /^has difference between reported and implied speed/,
  )
})
