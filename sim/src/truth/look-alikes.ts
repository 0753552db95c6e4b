import { HARBOURS } from '../places.ts'
import { stationsReceiving } from '../coverage.ts'
import { NODES } from '../water.ts'
import { AT_ANCHOR, Helm, MOORED, NOT_UNDER_COMMAND, off, RESTRICTED, UNDER_WAY, type Spot } from './helm.ts'
import { FAILING, HOUR, isSound, MINUTE, type Stage } from './story.ts'
import { aHelm, anyShip, beside, FAR_OUT, OFFSHORE, patrol, sound } from './ways.ts'

const TUG = 52
const PILOT = 50
const TANKER = 80
const CARGO = 70

const roadsOf = (stage: Stage): Spot => {
  const [lon, lat] = NODES[stage.dice.pick(HARBOURS).roads]!
  if (!stationsReceiving(lat, lon).some(({ source }) => source !== FAILING))
    throw new RangeError('a port without reception')
  return { lat, lon }
}

/** Three ships side by side at their berths. */
export function liesAtBerth(stage: Stage) {
  const quay = roadsOf(stage)
  for (const metres of [0, 120, 260])
    stage.ship(aHelm(stage, OFFSHORE, 0, off(quay, 45, metres / 1852)).lie(14 * 60 + 2, MOORED).motion, {
      shipType: stage.dice.pick([CARGO, TANKER]),
    })
}
/** At anchor in the roads, and some miles off where it is shallow. */
export function liesAtAnchor(stage: Stage) {
  const far = stage.spot({ heard: 'LAND', portNm: [14, 40], roomNm: 3 })
  for (const spot of [roadsOf(stage), far, beside(far, stage, 420)])
    stage.ship(aHelm(stage, OFFSHORE, 0, spot).lie(14 * 60 + 2, AT_ANCHOR).motion, { shipType: TANKER })
}
/** Adds a barge that comes alongside a vessel at anchor and supplies fuel for hours. */
export function bunkers(stage: Stage) {
  const spot = stage.spot({ heard: 'LAND', portNm: [4, 14], roomNm: 3 })
  stage.ship(aHelm(stage, OFFSHORE, 0, spot).lie(14 * 60 + 2, AT_ANCHOR).motion)
  const barge = aHelm(stage, OFFSHORE, 0, beside(spot, stage, 3000)).lie(
    stage.dice.between(60, 180),
    AT_ANCHOR,
  )
  barge.to(beside(spot, stage, 35), { sog: 4 }, 60).lie(stage.dice.between(150, 300), MOORED)
  barge.to(beside(spot, stage, 3000), { sog: 4 }, 60)
  stage.ship(barge.lie((stage.endAt - barge.now) / MINUTE + 1, AT_ANCHOR).motion, { shipType: TANKER })
}
/** Adds a tug at the side of a vessel for hours, both hardly moving. */
export function isAssisted(stage: Stage) {
  const { dice } = stage
  const spot = stage.spot(OFFSHORE)
  const [set, sog, minutes] = [dice.between(0, 360), dice.between(0.4, 1), dice.between(140, 210)]
  for (const shipType of [CARGO, TUG]) {
    const helm = new Helm(dice, stage.startAt, beside(spot, stage, 60), set, 0.5)
    helm.lie(120, shipType === TUG ? AT_ANCHOR : RESTRICTED).drift(minutes, sog, set, RESTRICTED)
    helm.lie((stage.endAt - helm.now) / MINUTE + 1, AT_ANCHOR)
    stage.ship(sound(stage, helm, true), { shipType })
  }
}
/** A pilot boat runs out to a ship, alongside for minutes, and back. */
export function takesPilot(stage: Stage) {
  const { dice } = stage
  const meet = stage.spot({ heard: 'LAND', portNm: [4, 10], roomNm: 4 })
  const course = stage.course(meet, 30, true)
  if (course === null) throw new RangeError('no way out')
  const ship = new Helm(dice, stage.startAt, off(meet, course, 28), course + 180, 13)
  ship.to(off(meet, course, 3), { sog: 13 }).to(meet, { sog: 6, change: 1.2 })
  const met = ship.now
  ship.go(12, { sog: 6 }).go(20, { sog: 0.3, change: 0.4 })
  ship.lie((stage.endAt - ship.now) / MINUTE + 1, AT_ANCHOR)
  stage.ship(sound(stage, ship, false))
  const home = beside(meet, stage, 7000)
  const boat = aHelm(stage, OFFSHORE, 0, home)
  boat.lie((met - boat.now) / MINUTE - 12, MOORED).to(meet, { sog: 22, change: 10, turn: 60 }, 15)
  boat
    .go(12, { sog: 6, cog: course + 180, change: 8, turn: 60 })
    .to(home, { sog: 24, change: 10, turn: 60 }, 60)
  boat.lie((stage.endAt - boat.now) / MINUTE + 1, MOORED)
  stage.ship(boat.motion, { shipType: PILOT, shipClass: 'boat' })
}
/** Adds a vessel that turns with its lane, as every vessel does there; far out it is not received meanwhile. */
function turnsWithLane(stage: Stage, isHeard: boolean) {
  const { dice } = stage
  const wanted = isHeard ? OFFSHORE : FAR_OUT
  const sog = dice.between(11, 15)
  const helm = aHelm(stage, wanted, sog)
  const course = stage.course(helm.here, sog * 3, isHeard)
  if (course === null) throw new RangeError('no way')
  helm.go(0.5, { cog: course, turn: 360 }).go(dice.between(100, 160), { cog: course })
  helm.go(40, { cog: (course + dice.between(35, 52)) % 360, turn: 8 })
  patrol(helm, stage, stage.endAt, sog)
  stage.ship(sound(stage, helm, isHeard))
}
export const turnsInLane = (stage: Stage) => turnsWithLane(stage, true)
export const turnsInLaneFarOut = (stage: Stage) => turnsWithLane(stage, false)

/** Hooghly: from the sea up to Haldia, between banks that charts of the coast show as land. */
const RIVER: readonly Spot[] = [
  { lat: 21.2, lon: 88.15 },
  { lat: 21.5, lon: 88.05 },
  { lat: 21.75, lon: 88.03 },
  { lat: 21.95, lon: 88.18 },
  { lat: 22.03, lon: 88.08 },
  { lat: 22.2, lon: 88.12 },
  { lat: 22.35, lon: 88.18 },
]
export function sailsUpRiver(stage: Stage) {
  const helm = new Helm(stage.dice, stage.startAt, off(RIVER[0]!, 180, stage.dice.between(10, 25)), 0, 10)
  for (const corner of RIVER) helm.to(corner, { sog: stage.dice.between(8, 10), turn: 15 })
  helm.go(15, { sog: 0.3, change: 0.6 }).lie((stage.endAt - helm.now) / MINUTE + 1, MOORED)
  stage.ship(helm.motion, { shipType: CARGO })
  stage.played.bends = RIVER
}
/** Comes in from sea, slower and slower, turns into the roads and anchors. */
export function arrivesAtPort(stage: Stage) {
  const { dice } = stage
  const roads = roadsOf(stage)
  const course = Array.from({ length: 24 }, (_, i) => i * 15).find((one) =>
    stage.isClear(off(roads, one, 3), one, 40, true),
  )
  if (course === undefined) throw new RangeError('no way in')
  const sea = off(roads, course, dice.between(30, 40))
  const helm = new Helm(dice, stage.startAt, sea, course + 180, 14)
  helm.to(off(roads, course, 8), { sog: 14 }).to(off(roads, course, 3), { sog: 8, change: 1.5 })
  helm.to(roads, { sog: 4, turn: 20, change: 1 }, 90).go(10, { cog: course, turn: 25, sog: 0.3 })
  stage.ship(helm.lie((stage.endAt - helm.now) / MINUTE + 1, AT_ANCHOR).motion, { shipType: TANKER })
}
/** Adds tankers adrift off a port, a mile from one another, that wait for cargo. */
export function waitsForOrders(stage: Stage) {
  const { dice } = stage
  const spot = stage.spot({ heard: 'LAND', portNm: [12, 30], roomNm: 12 })
  const set = dice.between(0, 360)
  for (const [bearing, nm] of [
    [0, 0],
    [70, 1.1],
    [200, 1.3],
  ] as const) {
    const helm = new Helm(dice, stage.startAt, off(spot, bearing, nm), set, 0.6)
    helm
      .drift(dice.between(260, 320), 0.6, set, NOT_UNDER_COMMAND)
      .drift(300, 0.6, (set + 180) % 360, NOT_UNDER_COMMAND)
    helm.drift((stage.endAt - helm.now) / MINUTE + 1, 0.5, set + 90, NOT_UNDER_COMMAND)
    stage.ship(sound(stage, helm, true), { shipType: TANKER })
  }
}
/** Alters course by some forty degrees and slows down for weather, and comes back to both. */
export function avoidsStorm(stage: Stage) {
  const { dice } = stage
  const helm = aHelm(stage, OFFSHORE, 14)
  patrol(helm, stage, stage.hour(dice.between(2, 4)), 14)
  const { course } = helm
  helm.go(30, { cog: course + dice.between(35, 50), turn: 6, sog: dice.between(7, 9), change: 0.4 })
  helm.go(60).go(40, { cog: course, turn: 6, sog: 14, change: 0.4 })
  patrol(helm, stage, stage.endAt, 13)
  stage.ship(sound(stage, helm, true))
}
/** A ferry that is as fast as any. */
export const fastFerry = (stage: Stage) =>
  void stage.ship(anyShip(stage, OFFSHORE, stage.dice.between(32, 38)), { shipType: 40 })
/** Search and rescue, at the height of masts and the speed of aircraft. */
export function helicopter(stage: Stage) {
  const { dice } = stage
  const helm = aHelm(stage, OFFSHORE, 120)
  while (helm.now < stage.endAt)
    helm.go(dice.between(4, 10), { sog: dice.between(100, 140), change: 60 }).go(2, {
      cog: (helm.course + 90 + dice.between(-20, 20)) % 360,
      turn: 90,
    })
  // Also above land: only reception somewhere matters.
  if (!isSound(helm.motion, stage.startAt, stage.startAt, true)) throw new RangeError('not heard')
  stage.ship(helm.motion, { kind: 'aircraft', mmsi: 111_419_000 + dice.whole(1, 899) })
}
/** Adds a vessel received with a clock three quarters of a minute ahead. */
export function skewedClock(stage: Stage) {
  const ship = stage.ship(anyShip(stage))
  stage.played.skewMs.set(ship.mmsi, stage.dice.between(35, 50) * 1000)
}
/** Makes a feed fail for hours: all vessels received by it alone are silent at once. */
export function feedFails(stage: Stage) {
  const { dice } = stage
  for (let ship = 0; ship < 4; ship++) {
    for (let tries = 0; ; tries++) {
      if (tries === 60) throw new RangeError('no vessel is received by it alone')
      const spot = { lat: dice.between(-6, 22), lon: dice.between(90, 94) }
      const heard = stationsReceiving(spot.lat, spot.lon)
      if (heard.length === 0 || heard.some(({ source }) => source !== FAILING)) continue
      const helm = patrol(aHelm(stage, OFFSHORE, 10, spot), stage, stage.endAt, 10)
      if (!isSound(helm.motion, stage.startAt, stage.endAt, false)) continue
      stage.ship(helm.motion)
      break
    }
  }
  const from = stage.hour(dice.between(3, 6))
  stage.played.outages.push({ source: FAILING, from, to: from + 3.5 * HOUR })
}
/** Adds a vessel that is at sea at its usual hours. */
export function keepsHours(stage: Stage) {
  const helm = aHelm(stage, OFFSHORE, 0).lie(stage.dice.between(420, 460), MOORED)
  patrol(helm, stage, stage.endAt, 9)
  stage.ship(sound(stage, helm, true), { usualHours: [7, 18] })
}
/** Near the place that receivers without one report. */
export function passesNull(stage: Stage) {
  const { dice } = stage
  const helm = new Helm(dice, stage.startAt, { lat: dice.between(-1, 1), lon: -1.2 }, 90, 12)
  helm
    .to({ lat: 0.05, lon: 0.05 }, { sog: 12 })
    .go((stage.endAt - helm.now) / MINUTE + 1, { cog: 90, nav: UNDER_WAY })
  stage.ship(helm.motion)
}
