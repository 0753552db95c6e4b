import type { RuleExplanation } from '@samudra/contract/rule-results'
import { expect, test } from 'vitest'
import { decisive } from './deciding.ts'

const said = (
  asked: string,
  verdict: RuleExplanation['verdict'],
  of: RuleExplanation[] = [],
  value: number | null = null,
): RuleExplanation => ({ asked, verdict, of, value, threshold: null, unit: null, window: null, fix_ids: [] })

test('of a rule that held its short form tells what made it hold and what was not known, and nothing else', () => {
  const fast = said('has SOG above 60 kn', 'TRUE', [], 72)
  const far = said('has way since the fix before at least 5 NM', 'TRUE', [], 9)
  const twice = said('2 times within 24 h', 'TRUE', [said('all of', 'TRUE', [fast, far])], 2)
  const onLand = said('is inside a land', 'FALSE')
  const pilot = said('unless: has ship type PILOT', 'UNKNOWN')
  const rule = said('Spoofing', 'TRUE', [
    said('when: any of', 'TRUE', [onLand, said('all of', 'TRUE', [twice])]),
    said('scope: has class of station ship', 'TRUE'),
    pilot,
    said('unless: is in a port', 'FALSE'),
    said('besides: is on list "Friends"', 'FALSE'),
  ])
  expect(decisive(rule)).toEqual([{ ...twice, of: [fast, far] }, pilot])
})
