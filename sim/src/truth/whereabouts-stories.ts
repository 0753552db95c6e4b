import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import type { Oddity } from '../ship.ts'
import { SOURCES } from '../sources.ts'
import { isSea } from '../water.ts'
import { silentFor } from './movement-stories.ts'
import { AT_ANCHOR, Helm, off, type Spot } from './helm.ts'
import { AREA, LINED } from './lines.ts'
import { HOUR, MINUTE, type Stage } from './story.ts'
import { aHelm, anyShip, FAR_OUT, OFFSHORE, passage, patrol, sound } from './ways.ts'

const displaced = (aside: Spot, from: number, until: number, every: number, lasts: number): Oddity => ({
  what: 'displaced',
  ...aside,
  from,
  until,
  every,
  lasts,
})

/**
 * Returns the motion of a vessel that will report another position, away from the lines and the area: its passages do
 * not matter.
 */
function anyLiar(stage: Stage, sog?: number) {
  const motion = anyShip(stage, OFFSHORE, sog)
  const [lat, lon] = [motion.lats[0]!, motion.lons[0]!]
  if ([...LINED, AREA].some((spot) => Math.hypot(spot.lat - lat, spot.lon - lon) < 2.5))
    throw new RangeError('near the lines')
  return motion
}

/** Now and then some miles away, and back again. */
export function jumpsAbout(stage: Stage) {
  const { dice } = stage
  const from = stage.hour(dice.between(2, 5))
  const until = from + 6 * HOUR
  const aside = {
    lat: dice.between(0.5, 1.2) * dice.pick([-1, 1]),
    lon: dice.between(0.5, 1.2) * dice.pick([-1, 1]),
  }
  const oddities = [
    displaced(aside, from, until, dice.between(80, 120) * MINUTE, dice.between(25, 40) * MINUTE),
  ]
  const ship = stage.ship(anyLiar(stage), { oddities })
  stage.truth('SPOOFING_EVENT', from, until, ship)
}

/** All day on land, miles from any water, at the speed of a ship. */
export function sailsOnLand(stage: Stage) {
  const motion = anyLiar(stage)
  const [lat, lon] = [motion.lats[0]!, motion.lons[0]!]
  for (let tries = 0; tries < 400; tries++) {
    const aside = { lat: stage.dice.between(-2.2, 2.2), lon: stage.dice.between(-2.2, 2.2) }
    const isInland = Array.from(motion.lats).every(
      (at, i) => i % 60 !== 0 || isFarInland({ lat: at + aside.lat, lon: motion.lons[i]! + aside.lon }),
    )
    if (!isInland || Math.hypot(aside.lat, aside.lon) > 2.9) continue
    const ship = stage.ship(motion, {
      oddities: [displaced(aside, stage.startAt, Infinity, Infinity, Infinity)],
    })
    return stage.truth('SPOOFING_EVENT', stage.startAt, stage.endAt, ship)
  }
  throw new RangeError(`no land near ${lat}, ${lon}`)
}
function isFarInland({ lat, lon }: Spot): boolean {
  for (let nm = 0; nm <= 6; nm += 2)
    for (let angle = 0; angle < 360; angle += 45) {
      const there = off({ lat, lon }, angle, nm)
      if (isSea(there.lat, there.lon)) return false
    }
  return true
}

export function reportsFalseSpeed(stage: Stage) {
  const { dice } = stage
  const from = stage.hour(dice.between(2, 6))
  const until = from + dice.between(2, 4) * HOUR
  const ship = stage.ship(anyShip(stage, OFFSHORE, dice.between(5, 8)), {
    oddities: [{ what: 'false-speed', knots: dice.between(13, 18), from, until }],
  })
  stage.truth('SPOOFING_EVENT', from, until, ship)
}

export function liesAtNull(stage: Stage) {
  const from = stage.hour(stage.dice.between(2, 8))
  const until = from + stage.dice.between(1, 3) * HOUR
  const ship = stage.ship(anyLiar(stage), { oddities: [{ what: 'placed', lat: 0, lon: 0, from, until }] })
  stage.truth('SPOOFING_EVENT', from, until, ship)
}

/** Adds a vessel all day in open water, hundreds of miles from the stations that receive it. */
export function receivedFromTooFar(stage: Stage) {
  const motion = anyLiar(stage)
  const away = stage.spot({ ...FAR_OUT, portNm: [100, Infinity] })
  const aside = { lat: away.lat - motion.lats[0]!, lon: away.lon - motion.lons[0]! }
  const isNear = SOURCES.some(({ stations }) =>
    stations.some(({ lat, lon }) => metresBetween(away.lat, away.lon, lat, lon) < 240 * METRES_PER_NM),
  )
  if (isNear) throw new RangeError('not far enough')
  const ship = stage.ship(motion, {
    oddities: [displaced(aside, stage.startAt, Infinity, Infinity, Infinity)],
  })
  stage.truth('SPOOFING_EVENT', stage.startAt, stage.endAt, ship)
}

/** At sea in the small hours, who for months sailed by day alone. */
export function sailsAtNight(stage: Stage) {
  const { dice } = stage
  const sog = dice.between(7, 11)
  const helm = aHelm(stage, OFFSHORE, sog)
  const to = stage.hour(dice.between(2, 4))
  patrol(helm, stage, to, sog).go(30, { sog: 0.3, change: 0.5 })
  helm.lie((stage.endAt - helm.now) / MINUTE, AT_ANCHOR)
  const ship = stage.ship(sound(stage, helm, true), { usualHours: [7, 18] })
  stage.truth('ABNORMAL_TIME', stage.startAt, to, ship)
}
/** Adds a vessel received only every eleven minutes, in good reception, for hours. */
export function seldomTransmits(stage: Stage) {
  const { dice } = stage
  const from = stage.hour(dice.between(2, 6))
  const until = from + dice.between(2.5, 4) * HOUR
  const every = 11 * MINUTE
  const ship = stage.ship(anyShip(stage), {
    oddities: [{ what: 'silent', from, until, every, lasts: every - 65_000 }],
  })
  stage.truth('ABNORMAL_TIME', from, until, ship)
}

/** Adds a vessel under way for hours where no vessel of its kind was in the months before. */
export function leavesTheLanes(stage: Stage) {
  const { dice } = stage
  const sog = dice.between(10, 14)
  const hours = dice.between(3, 4)
  const helm = passage(stage, sog, sog * hours + 8)
  helm.go(hours * 60).go(30, { sog: 0.3, change: 0.5 })
  helm.lie((stage.endAt - helm.now) / MINUTE, AT_ANCHOR)
  const ship = stage.ship(sound(stage, helm, true))
  stage.played.strayed.push({ mmsi: ship.mmsi, from: stage.startAt, to: stage.endAt })
  stage.truth('HDB_SCAN', stage.startAt, stage.hour(hours), ship)
}

/** Straight by an island of the home country, so many miles off at the nearest. */
function passes(stage: Stage, nearest: number, foreign: boolean) {
  const { dice } = stage
  const island = dice.pick(LINED)
  const course = dice.between(0, 360)
  const beam = off(island, course + 90, nearest)
  const sog = dice.between(11, 15)
  const before = dice.between(25, 45)
  const serial = dice.whole(100_000, 999_999)
  const helm = new Helm(dice, stage.startAt, off(beam, course + 180, before), course, sog)
  helm.to(off(beam, course, 34), { sog, turn: 40 }).go(30, { sog: 0.3, change: 0.5 })
  helm.lie((stage.endAt - helm.now) / MINUTE, AT_ANCHOR)
  stage.ship(sound(stage, helm, false), {
    mmsi: (foreign ? dice.pick([636, 538, 371]) : 419) * 1_000_000 + serial,
  })
}
export const passesTheLines = (stage: Stage) => passes(stage, stage.dice.between(5, 9), true)
export const passesOutside = (stage: Stage) => passes(stage, stage.dice.between(24.6, 27), true)
export const passesBetweenLines = (stage: Stage) => passes(stage, stage.dice.between(12.5, 14), true)
export const passesAtHome = (stage: Stage) => passes(stage, stage.dice.between(5, 9), false)

/** Through the area that is watched, or past it. */
function crossesArea(stage: Stage, nearest: number) {
  const { dice } = stage
  const course = dice.between(0, 360)
  const beam = off(AREA, course + 90, nearest)
  const sog = dice.between(9, 14)
  const helm = new Helm(dice, stage.startAt, off(beam, course + 180, dice.between(14, 24)), course, sog)
  helm.to(off(beam, course, 16), { sog, turn: 40 }).go(30, { sog: 0.3, change: 0.5 })
  helm.lie((stage.endAt - helm.now) / MINUTE, AT_ANCHOR)
  stage.ship(sound(stage, helm, false))
}
export const entersArea = (stage: Stage) => crossesArea(stage, stage.dice.between(0, 4))
export const passesArea = (stage: Stage) => crossesArea(stage, stage.dice.between(6.5, 9))
export function liesInArea(stage: Stage) {
  const helm = aHelm(stage, OFFSHORE, 0, off(AREA, stage.dice.between(0, 360), stage.dice.between(0, 4)))
  helm.lie((stage.endAt - helm.now) / MINUTE, AT_ANCHOR)
  stage.ship(sound(stage, helm, true))
}

/** Adds a vessel that stops transmitting where it lies. */
export function silentAtAnchor(stage: Stage) {
  const { dice } = stage
  const helm = aHelm(stage, OFFSHORE, 0).lie(14 * 60 + 2, AT_ANCHOR)
  const from = stage.hour(dice.between(2, 5))
  stage.ship(sound(stage, helm, true), { oddities: [silentFor(from, from + 4 * HOUR)] })
}
/** Adds a vessel that sails out of reception and is not received again that day. */
export function leavesReception(stage: Stage) {
  const { dice } = stage
  const sog = dice.between(12, 15)
  const wanted = { heard: 'LAND', portNm: [25, Infinity], roomNm: 5 } as const
  const at = stage.spot(wanted)
  const course = Array.from({ length: 24 }, (_, i) => i * 15).find(
    (one) => stage.isClear(at, one, sog * 14, false) && !stage.isClear(at, one, sog * 4, true),
  )
  if (course === undefined) throw new RangeError('no way out of hearing')
  const helm = aHelm(stage, wanted, sog, at).go(0.5, { cog: course, turn: 360 })
  helm.go(14 * 60, { cog: course })
  const out = stage.lostAt(helm.motion)
  stage.ship(sound(stage, helm, false), { oddities: [silentFor(out, Infinity)] })
}
