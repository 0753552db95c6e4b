import { expect, test } from 'vitest'
import { aRule, aSea, fix } from '../../testing/a-sea.ts'

test('a repetition that had ended before a late fix reveals it is reported, with its reason', () => {
  const rule = aRule(
    { k: 'attr', field: 'sog', cmp: 'gt', value: 12 },
    { dedupe: { key: ['mmsi'], window_min: 360 } },
  )
  const sea = aSea([rule])
  sea.sails(fix(0, { sog: 15 }), fix(10), fix(20), fix(30))
  expect(sea.events()).toEqual(['HIT rule 0', 'CLEARED rule 10'])
  sea.sails(fix(25, { sog: 15, receivedAt: fix(31).at }))
  expect(sea.events().slice(2)).toEqual(['AGAIN rule 25', 'CLEARED rule 30'])
  expect(sea.changes[2]!.explanation?.of[0]).toMatchObject({ value: 15, verdict: 'TRUE' })
  expect(sea.changes.at(-1)).toMatchObject({ again: 1, explanation: null })
})
