import { createRule, enableOrDisableRule } from '@samudra/contract/rule-keeping'
import { getRuleResults } from '@samudra/contract/rule-results'
import type { RuleNode } from '@samudra/contract/rules'
import {
  encodeAirborne,
  encodeBeast,
  encodeIdentification,
  encodeSquawk,
  encodeVelocity,
} from '@samudra/nautical/adsb/adsb-encode'
import { expect } from 'vitest'
import type { TestServer } from '../servers/a-server.ts'
import { previewOf, SLOW } from './rules.ts'

/** Squawks of an aircraft in distress. */
export const EMERGENCY: RuleNode = { k: 'attr', field: 'squawk', cmp: 'in', value: ['7500', '7600', '7700'] }
/** A rule of aircraft. */
export const ofAircraft = (when: RuleNode, more: object = {}) => ({
  ...SLOW,
  subject: 'AIRCRAFT' as const,
  name: 'Emergency in the air',
  when,
  dedupe: { key: ['icao24' as const], window_min: 0 },
  ...more,
})
/** Messages of an aircraft in flight with a squawk, as a Beast receiver sends them. */
export const flies = (address: number, squawk: number, { lat = 12.5, lon = 72.25, altitude = 35_000 } = {}) =>
  Buffer.concat(
    [
      encodeIdentification(address, 'AIC101', 'A5'),
      encodeAirborne({ address, lat, lon, altitude }, false),
      encodeAirborne({ address, lat, lon, altitude }, true),
      encodeVelocity({ address, speed: 480, track: 90, rate: -640 }),
      encodeSquawk(address, squawk),
    ].map((one, i) => encodeBeast(one, i)),
  )

export type Desk = Pick<TestServer, 'call' | 'raw'>
/** Results of a rule. */
export const found = async (id: string, by: Pick<Desk, 'call'>) =>
  (await by.call(getRuleResults, { id })).items
/** Creates a rule and enables it by a second user; returns its id. */
export async function enabled(rule: object, by: Desk, second: Desk) {
  const { id, validation } = await by.call(createRule, rule as typeof SLOW)
  expect(validation.errors).toEqual([])
  await second.call(enableOrDisableRule, {
    id,
    enabled: true,
    ack_preview: await previewOf(second, id),
  })
  return id
}
