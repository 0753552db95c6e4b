import { getAdsbData } from '@samudra/contract/aircraft'
import { getFeeds } from '@samudra/contract/feeds'
import {
  encodeAirborne,
  encodeBeast,
  encodeIdentification,
  encodeSbs,
  encodeSquawk,
  encodeVelocity,
} from '@samudra/nautical/adsb/adsb-encode'
import type { TestServer } from '../servers/a-server.ts'

/** Address of an aircraft registered in India. */
export const ADDRESS = 0x800abc
/** Messages of an aircraft: name, two halves of a position, velocity and squawk. */
export const messagesOf = (address: number, lat: number, lon: number) => [
  encodeIdentification(address, 'AIC101', 'A5'),
  encodeAirborne({ address, lat, lon, altitude: 35_000 }, false),
  encodeAirborne({ address, lat, lon, altitude: 35_000 }, true),
  encodeVelocity({ address, speed: 480, track: 90, rate: -640 }),
  encodeSquawk(address, 0o2345),
]
/** The same messages as a Beast receiver sends them. */
export const beastOf = (address: number, lat = 12.5, lon = 72.25) =>
  Buffer.concat(messagesOf(address, lat, lon).map((one, i) => encodeBeast(one, i)))
/** A position as an SBS-1 receiver sends it. */
export const sbsLine = (address: number, lat: number, lon: number) =>
  encodeSbs(3, { address, lat, lon, altitude: 10_000, onGround: false }, new Date())

/** Aircraft a server shows. */
export const seen = async (sky: Pick<TestServer, 'call'>) => (await sky.call(getAdsbData, {})).aircraft
/** True once a server shows an aircraft at a place. */
export const isSeen = (sky: Pick<TestServer, 'call'>, address: number) => async () =>
  (await seen(sky)).some((one) => one.icao24 === address.toString(16) && one.lat !== null)
/** Counters of the first feed of a server. */
export const countersOf = async (sky: Pick<TestServer, 'call'>) =>
  (await sky.call(getFeeds, {})).items[0]!.counters
