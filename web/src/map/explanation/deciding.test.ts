import type { RuleExplanation } from '@samudra/contract/rule-results'
import { expect, test } from 'vitest'
import { decisive } from './deciding.ts'

const text = (
  query: string,
  verdict: RuleExplanation['verdict'],
  of: RuleExplanation[] = [],
  value: number | null = null,
): RuleExplanation => ({
  asked: query,
  verdict,
  of,
  value,
  threshold: null,
  unit: null,
  window: null,
  fix_ids: [],
})

test('the short explanation of a matched rule lists only what made it match and what was unknown', () => {
  const fast = text('has SOG above 60 kn', 'TRUE', [], 72)
  const far = text('has distance from the previous fix at least 5 NM', 'TRUE', [], 9)
  const twice = text('2 times within 24 h', 'TRUE', [text('all of', 'TRUE', [fast, far])], 2)
  const onLand = text('is inside a land', 'FALSE')
  const pilot = text('unless: has ship type PILOT', 'UNKNOWN')
  const rule = text('Spoofing', 'TRUE', [
    text('when: any of', 'TRUE', [onLand, text('all of', 'TRUE', [twice])]),
    text('scope: has station class ship', 'TRUE'),
    pilot,
    text('unless: is in a port', 'FALSE'),
    text('besides: is on list "Friends"', 'FALSE'),
  ])
  expect(decisive(rule)).toEqual([{ ...twice, of: [fast, far] }, pilot])
})
