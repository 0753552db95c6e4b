import { metresBetween } from '@samudra/nautical/geodesy'
import { Dice } from '../dice.ts'
import type { Oddity } from '../ship.ts'
import { AT_ANCHOR, FISHING, Helm, off, UNDER_WAY } from './helm.ts'
import { HOUR, MINUTE, turnsThere, type Stage, type Wanted } from './story.ts'
import { aHelm, beside, FAR_OUT, OFFSHORE, passage, patrol, sound } from './ways.ts'

const CARGO = 70
const TANKER = 80
const FISHER = 30
/** Maximum wait for the other vessel, ms; one that waits longer is slow for so long that it loiters. */
const MOST_WAITING_MS = 35 * MINUTE

/** Makes two vessels drift side by side, from when both are there; the first to come waits some way off. */
function meeting(stage: Stage, wanted: Wanted, minutes: number, metres: number, types: [number, number]) {
  const { dice } = stage
  const spot = stage.spot(wanted)
  const side = beside(spot, stage, metres)
  const hours = dice.between(2, 4)
  const set = dice.between(0, 360)
  const stream = dice.between(0.4, 1.1)
  const sails = [spot, side].map((goal, i) => {
    const sog = dice.between(9, 12)
    const away = stage.course(spot, sog * hours, wanted.heard === 'LAND')
    if (away === null) throw new RangeError('no way there')
    const from = off(goal, away, sog * hours - 1)
    const helm = new Helm(dice, stage.startAt, from, (away + 180) % 360, sog)
    helm.to(off(goal, away, 3), { sog }, 400).to(goal, { sog: 4, change: 0.5 }, 100)
    return { helm, goal, type: types[i]! }
  })
  for (const { helm, goal } of sails) {
    helm.to(goal, { sog: 1.8, change: 1, turn: 40 }, 45)
    if (metresBetween(helm.here.lat, helm.here.lon, goal.lat, goal.lon) > 90)
      throw new RangeError('she did not come')
  }
  const metAt = Math.max(...sails.map(({ helm }) => helm.now)) + 2 * MINUTE
  if (sails.some(({ helm }) => helm.now < metAt - MOST_WAITING_MS)) throw new RangeError('one waits too long')
  for (const { helm } of sails) {
    // Who waits lies still rather than leave.
    while (helm.now < metAt) helm.go(0.5, { sog: 0.1, change: 3 })
  }
  const together = dice.whole(1, 1e6)
  for (const { helm } of sails) helm.drift(minutes, stream, set, UNDER_WAY, new Dice(together))
  const partedAt = metAt + minutes * MINUTE
  const ships = sails.map(({ helm, type }, i) => {
    helm.go(30, { sog: 9, cog: set + 120 + i * 120, change: 0.7 })
    patrol(helm, stage, stage.endAt, 10)
    return stage.ship(sound(stage, helm, wanted.heard === 'LAND'), {
      shipType: type,
      shipClass: type === FISHER ? 'boat' : 'merchant',
    })
  })
  stage.truth('ENCOUNTER_EVENT', metAt, partedAt, ...ships)
}

export const meetsAtSea = (stage: Stage) =>
  meeting(stage, OFFSHORE, stage.dice.between(135, 200), stage.dice.between(60, 200), [TANKER, CARGO])
export const meetsBriefly = (stage: Stage) =>
  meeting(stage, OFFSHORE, stage.dice.between(45, 75), stage.dice.between(40, 110), [CARGO, CARGO])
export const meetsFishingBoat = (stage: Stage) =>
  meeting(stage, OFFSHORE, stage.dice.between(140, 200), stage.dice.between(50, 150), [FISHER, CARGO])

export function loiters(stage: Stage) {
  const { dice } = stage
  const helm = aHelm(stage, OFFSHORE, 11)
  patrol(helm, stage, stage.hour(dice.between(1, 3)), 11)
  helm.go(25, { sog: 1.2, change: 0.5 })
  const from = helm.now
  helm.drift(dice.between(300, 480), dice.between(0.5, 1.3), dice.between(0, 360))
  const to = helm.now
  helm.go(30, { sog: 10, change: 0.5 })
  patrol(helm, stage, stage.endAt, 10)
  const ship = stage.ship(sound(stage, helm, true), { shipType: dice.pick([CARGO, TANKER]) })
  stage.truth('LOITERING_EVENT', from, to, ship)
}

export function stopsAbruptly(stage: Stage) {
  const { dice } = stage
  const sog = dice.between(12.5, 16)
  const helm = aHelm(stage, OFFSHORE, sog)
  patrol(helm, stage, stage.hour(dice.between(3, 8)), sog)
  const from = helm.now
  helm.go(dice.between(25, 45), { sog: dice.between(1.5, 3), change: dice.between(2, 4) })
  const to = helm.now
  helm.go(40, { sog, change: 0.4 })
  patrol(helm, stage, stage.endAt, sog)
  const ship = stage.ship(sound(stage, helm, true), { shipType: dice.pick([CARGO, TANKER]) })
  stage.truth('SPEED_CHANGE', from, to, ship)
}
export function tooFastForHerTrade(stage: Stage) {
  const { dice } = stage
  const helm = aHelm(stage, OFFSHORE, 13)
  patrol(helm, stage, stage.hour(dice.between(3, 8)), 13)
  helm.go(20, { sog: dice.between(27, 31), change: 0.7 })
  const from = helm.now
  helm.go(20, { sog: dice.between(27, 31), change: 0.7 })
  const to = helm.now
  helm.go(40, { sog: 13, change: 0.5 })
  patrol(helm, stage, stage.endAt, 12)
  const ship = stage.ship(sound(stage, helm, true), { shipType: TANKER })
  stage.truth('SPEED_CHANGE', from, to, ship)
}

export function turnsAbruptly(stage: Stage) {
  const { dice } = stage
  const sog = dice.between(10, 15)
  const helm = aHelm(stage, OFFSHORE, sog)
  patrol(helm, stage, stage.hour(dice.between(3, 8)), sog)
  const from = helm.now
  if (turnsThere(helm.here)) throw new RangeError('traffic turns there')
  const turn = dice.between(95, 170) * dice.pick([-1, 1])
  helm.go(dice.between(20, 30), { cog: (helm.course + turn + 360) % 360, turn: dice.between(18, 35), sog })
  const to = helm.now
  patrol(helm, stage, stage.endAt, sog)
  const ship = stage.ship(sound(stage, helm, true), { shipType: dice.pick([CARGO, TANKER]) })
  stage.played.strayed.push({ mmsi: ship.mmsi, from: from - 10 * MINUTE, to: to + 10 * MINUTE })
  stage.truth('COURSE_CHANGE', from, to, ship)
}

export const silentFor = (from: number, to: number): Oddity => ({
  what: 'silent',
  from,
  until: to,
  every: Infinity,
  lasts: to - from,
})

/** Adds a vessel not received for some three quarters of an hour, in which it turned back. */
export function turnsBackUnheard(stage: Stage) {
  const { dice } = stage
  const sog = dice.between(12, 15)
  const hours = dice.between(1.5, 2.2)
  const helm = passage(stage, sog, sog * hours + 8)
  const course = helm.course
  helm.go(hours * 60)
  const from = helm.now
  helm.go(dice.between(36, 46), { cog: (course + dice.between(140, 180)) % 360, turn: 20 })
  const to = helm.now
  helm.go(5).go(32, { cog: course, turn: 5.5 }).go(40, { sog: 0.3, change: 0.5 })
  helm.lie((stage.endAt - helm.now) / MINUTE, AT_ANCHOR)
  const ship = stage.ship(sound(stage, helm, true), { oddities: [silentFor(from + MINUTE, to)] })
  stage.played.strayed.push({ mmsi: ship.mmsi, from, to: to + 40 * MINUTE })
  if (turnsThere(helm.here)) throw new RangeError('traffic turns there')
  stage.truth('DEAD_REACON', to, to + 30 * MINUTE, ship)
}

export function fallsSilent(stage: Stage) {
  const { dice } = stage
  const sog = dice.between(7, 10)
  const helm = aHelm(stage, OFFSHORE, sog)
  patrol(helm, stage, stage.hour(dice.between(2, 4)), sog)
  helm.go(10, { sog })
  if (!stage.isClear(helm.here, helm.course, sog * 2.5, true)) throw new RangeError('she would leave hearing')
  const from = helm.now
  helm.go(30, { sog })
  patrol(helm, stage, stage.endAt, sog)
  const to = from + dice.between(3, 4.5) * HOUR
  const ship = stage.ship(sound(stage, helm, true), { oddities: [silentFor(from, to)] })
  stage.truth('FEED_DELAY', from, to, ship)
}

/** Boats that fish together: near one another, slow, never on one course. */
export function fishingFleet(stage: Stage) {
  const { dice } = stage
  const ground = stage.spot({ ...OFFSHORE, roomNm: 8, portNm: [12, Infinity] })
  for (let boat = 0; boat < 6; boat++) {
    const helm = aHelm(stage, OFFSHORE, 3, beside(ground, stage, dice.between(100, 2500)))
    while (helm.now < stage.endAt) {
      if (dice.next() < 0.3)
        helm.drift(dice.between(20, 90), dice.between(0.4, 1.2), dice.between(0, 360), FISHING)
      const goal = beside(ground, stage, dice.between(100, 3500))
      helm.to(goal, { sog: dice.between(2, 4.5), turn: 40, change: 2, nav: FISHING }, 40)
    }
    stage.ship(sound(stage, helm, true), {
      shipType: FISHER,
      shipClass: 'boat',
      kind: dice.pick(['A', 'B'] as const),
    })
  }
}

/** Adds a vessel far out, received in passes with hours between. */
export function satelliteOnly(stage: Stage) {
  const { dice } = stage
  const sog = dice.between(11, 15)
  const helm = aHelm(stage, FAR_OUT, sog)
  while (helm.now < stage.endAt) {
    const cog = stage.course(helm.here, 40, false)
    if (cog === null) throw new RangeError('no way on')
    const turn = ((cog - helm.course + 540) % 360) - 180
    helm.go(60, { cog: (helm.course + Math.max(-35, Math.min(35, turn)) + 360) % 360, turn: 3, sog })
  }
  stage.ship(sound(stage, helm, false), { shipType: dice.pick([CARGO, TANKER]) })
}
