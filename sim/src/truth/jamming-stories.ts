import type { Oddity } from '../ship.ts'
import { AT_ANCHOR, Helm, off, type Spot } from './helm.ts'
import { AREA, LINED } from './lines.ts'
import { HOUR, JAMMING, MINUTE, type Stage } from './story.ts'
import { OFFSHORE, patrol, sound } from './ways.ts'

const SHIPS = 12
const TANKER = 80
const MOST_TRIES = 30
/** Time for which receivers are misled, minutes. */
const SPAN_MIN = [25, 45] as const

/** Returns waters for many vessels, away from the lines and the area: a misled vessel passes nothing. */
function waters(stage: Stage): Spot {
  const spot = stage.spot(OFFSHORE)
  if ([...LINED, AREA].some(({ lat, lon }) => Math.hypot(spot.lat - lat, spot.lon - lon) < 2.5))
    throw new RangeError('near the lines')
  return spot
}
/** Returns the true motion of a vessel about a place, at anchor or slowly back and forth. */
function about(stage: Stage, spot: Spot, isAtAnchor: boolean) {
  const { dice } = stage
  for (let tries = 0; ; tries++) {
    const at = off(spot, dice.between(0, 360), dice.between(1, 14))
    const helm = new Helm(dice, stage.startAt, at, dice.between(0, 360), isAtAnchor ? 0 : 6)
    try {
      const way = isAtAnchor
        ? helm.lie(14 * 60 + 2, AT_ANCHOR)
        : patrol(helm, stage, stage.endAt, dice.between(4, 7))
      return sound(stage, way, true)
    } catch (error) {
      if (tries === MOST_TRIES || !(error instanceof RangeError)) throw error
    }
  }
}

const placedAt = ({ lat, lon }: Spot, from: number, until: number): Oddity => ({
  what: 'placed',
  lat,
  lon,
  from,
  until,
})
/** On a ring about a place, as receivers are misled. */
const onRing = (there: Spot, nth: number, nm: number) => off(there, (nth * 360) / SHIPS, nm)

type Misled = { ships: number; from: (nth: number) => number; where: (nth: number) => Spot }
/**
 * Adds vessels, every other at anchor, that each report another position for a time. Detections of a single vessel are
 * permitted.
 */
function mislead(stage: Stage, spot: Spot, { ships, from, where }: Misled) {
  return Array.from({ length: ships }, (_, nth) => {
    const [begins, lasts] = [from(nth), stage.dice.between(...SPAN_MIN) * MINUTE]
    const isAtAnchor = nth % 2 === 0
    const ship = stage.ship(about(stage, spot, isAtAnchor), {
      shipType: isAtAnchor ? TANKER : 70,
      oddities: [placedAt(where(nth), begins, begins + lasts)],
    })
    stage.maybe('SPOOFING_EVENT', begins, begins + lasts, ship)
    return ship
  })
}

/** Satellite navigation is misled: ships at sea and at anchor are all at once at one place dozens of miles away. */
export function isJammed(stage: Stage) {
  const { dice } = stage
  const spot = waters(stage)
  const there = off(spot, dice.between(0, 360), dice.between(35, 60))
  const from = stage.hour(dice.between(2, 9))
  const nm = dice.between(0.2, 0.9)
  const ships = mislead(stage, spot, {
    ships: SHIPS,
    from: () => from + dice.between(0, 2) * MINUTE,
    where: (nth) => onRing(there, nth, nm),
  })
  stage.truthAt(there, JAMMING, from, from + SPAN_MIN[1] * MINUTE, ...ships)
}

/** To one place, but one after the other. */
export function jumpOneByOne(stage: Stage) {
  const spot = waters(stage)
  const there = off(spot, stage.dice.between(0, 360), 45)
  mislead(stage, spot, {
    ships: SHIPS,
    from: (nth) => stage.hour(1.5) + nth * stage.dice.between(40, 50) * MINUTE,
    where: (nth) => onRing(there, nth, 0.5),
  })
}
/** To one place at once, but fewer than a jam misleads. */
export function fewJump(stage: Stage) {
  const spot = waters(stage)
  const there = off(spot, stage.dice.between(0, 360), 45)
  const from = stage.hour(stage.dice.between(2, 8))
  mislead(stage, spot, { ships: 7, from: () => from, where: (nth) => onRing(there, nth, 0.5) })
}
/** All at once, each to another place. */
export function jumpApart(stage: Stage) {
  const spot = waters(stage)
  const there = off(spot, stage.dice.between(0, 360), 70)
  const from = stage.hour(stage.dice.between(2, 8))
  mislead(stage, spot, { ships: SHIPS, from: () => from, where: (nth) => onRing(there, nth, 20) })
}

/** Ships that come in from sea together and anchor beside one another. */
export function anchorTogether(stage: Stage) {
  const { dice } = stage
  const spot = waters(stage)
  const course = stage.course(spot, 30, true)
  if (course === null) throw new RangeError('no way in')
  for (let nth = 0; nth < SHIPS; nth++) {
    const berth = onRing(spot, nth, 0.8)
    const helm = new Helm(dice, stage.startAt, off(berth, course, dice.between(24, 25)), course + 180, 12)
    helm.to(off(berth, course, 2), { sog: 12 }).to(berth, { sog: 4, change: 0.6, turn: 6 }, 60)
    helm.go(10, { sog: 0.3, change: 0.4 }).lie((stage.endAt - helm.now) / MINUTE + 1, AT_ANCHOR)
    stage.ship(sound(stage, helm, true), { shipType: TANKER })
  }
}
/** Ships that sail in company all day, a half mile from one another, as through a strait. */
export function sailInCompany(stage: Stage) {
  const { dice } = stage
  const spot = waters(stage)
  const course = stage.course(spot, 9 * 14, true)
  if (course === null) throw new RangeError('no straight way')
  for (let nth = 0; nth < SHIPS; nth++) {
    const helm = new Helm(dice, stage.startAt, onRing(spot, nth, 0.9), course, 9).go(14 * 60, { cog: course })
    stage.ship(sound(stage, helm, true))
  }
}
/** Adds vessels near one another, all received with a clock most of a minute ahead. */
export function clocksTogether(stage: Stage) {
  const spot = waters(stage)
  const skew = stage.dice.between(35, 50) * 1000
  for (let nth = 0; nth < SHIPS; nth++)
    stage.played.skewMs.set(stage.ship(about(stage, spot, nth % 2 === 0)).mmsi, skew)
}
/** Adds vessels of a source that is silent for hours, and then reports all of them at once. */
export function receivedAgainTogether(stage: Stage) {
  const spot = waters(stage)
  const from = stage.hour(stage.dice.between(2, 5))
  const silent: Oddity = { what: 'silent', every: Infinity, lasts: Infinity, from, until: from + 1.5 * HOUR }
  for (let nth = 0; nth < SHIPS; nth++) stage.ship(about(stage, spot, nth % 2 === 0), { oddities: [silent] })
}
