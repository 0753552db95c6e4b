import { expect, test } from 'vitest'
import { SLOW } from '../../../../../testing/seas/rules.ts'
import { EVERYONE } from '../../../../platform/kernel/http/audience.ts'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import type { Others } from '../../../../platform/kernel/cluster/others.ts'
import { epochMs } from '@samudra/nautical/units'
import { evaluatedOf, type HeldRule, type RuleBody } from '../rule.ts'
import { StartingRules } from './starting-rules.ts'

const { visibility, ...body } = SLOW
const RULE = {
  id: 'r1',
  domain: 'REAL',
  visibility,
  valid_from: null,
  valid_to: null,
  version: 3,
  body: { ...body, status: 'ENABLED', defined_version: 2 },
} as unknown as HeldRule
const rule = evaluatedOf(RULE)

test('a process shows a rule as starting while the process that evaluates publishes it', () => {
  const followers: ((keys: string[]) => unknown)[] = []
  const others: Pick<Others, 'publish' | 'follow'> = {
    publish: (_, keys) => followers.forEach((changed) => changed(keys as string[])),
    follow: (_, { changed }) => void followers.push(changed as (keys: string[]) => unknown),
  }
  const rules = { all: () => [RULE], audience: () => EVERYONE } as unknown as Objects<RuleBody>
  let now = 0
  let pushes = 0
  let atWork = [] as (typeof rule)[]
  const open = (isOurs: boolean) =>
    new StartingRules({
      clock: { now: () => epochMs(now) },
      lease: { isOurs },
      others,
      rules,
      send: () => void pushes++,
      atWork: () => (isOurs ? atWork : []),
    })
  const [evaluates, other] = [open(true), open(false)]
  const look = () => [evaluates, other].forEach((one) => one.look())
  const shown = () => [evaluates, other].map((one) => one.isStarting(rule))
  look()
  expect([shown(), pushes]).toEqual([[true, true], 1])
  atWork = [rule]
  look()
  expect([shown(), pushes]).toEqual([[false, false], 2])
  look()
  expect(pushes).toBe(2)
  // A rule that starts between two looks was shown as starting, so screens read it again.
  atWork = []
  expect(shown()).toEqual([true, false])
  atWork = [rule]
  look()
  expect(pushes).toBe(3)
  // Publications of a killed process are dropped.
  atWork = []
  look()
  now += 60_000
  expect(other.isStarting(rule)).toBe(false)
})
