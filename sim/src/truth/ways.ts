import type { Steered } from '../motion.ts'
import { Helm, off, type Spot } from './helm.ts'
import { isSound, MINUTE, type Stage, type Wanted } from './story.ts'

/** Turn of traffic too slow to be abrupt: 45 degrees in a quarter of an hour. */
const GENTLE = 3

/** To and fro in the same waters, turning gently, until an instant. */
export function patrol(helm: Helm, { dice }: Stage, until: number, sog: number): Helm {
  while (helm.now < until) {
    const left = (until - helm.now) / MINUTE
    helm.go(Math.min(left, dice.between(15, 35)), { sog, change: 0.5 })
    const turned = Math.min(180, Math.max(0, (until - helm.now) / MINUTE) * GENTLE)
    helm.go(turned / GENTLE, { cog: (helm.course + turned) % 360, turn: GENTLE, sog, change: 0.5 })
  }
  return helm
}

/** Returns a helm in open water with room for a story and the required reception. */
export function aHelm(stage: Stage, wanted: Wanted, sog: number, at: Spot = stage.spot(wanted)): Helm {
  return new Helm(stage.dice, stage.startAt, at, stage.dice.between(0, 360), sog)
}
export const OFFSHORE: Wanted = { heard: 'LAND', portNm: [25, Infinity], roomNm: 18 }
export const FAR_OUT: Wanted = { heard: 'SATELLITE', portNm: [60, Infinity], roomNm: 25 }

/** Returns the way of a vessel across open water, received from land if required. Throws for any other way. */
export function sound(stage: Stage, helm: Helm, heard: boolean): Steered {
  const { motion } = helm
  if (!isSound(motion, stage.startAt, stage.endAt, heard))
    throw new RangeError('her way leads over land or out of hearing')
  return motion
}

/** A ship of no story in waters like these. */
export function anyShip(stage: Stage, wanted = OFFSHORE, sog = stage.dice.between(10, 14)): Steered {
  const helm = patrol(aHelm(stage, wanted, sog), stage, stage.endAt, sog)
  return sound(stage, helm, wanted.heard === 'LAND')
}
export const beside = (spot: Spot, stage: Stage, metres: number) =>
  off(spot, stage.dice.between(0, 360), metres / 1852)

/** Straight on from somewhere for so many miles, over open water and in hearing of land. Throws where there is no such way. */
export function passage(
  stage: Stage,
  sog: number,
  nm: number,
  wanted: Wanted = { ...OFFSHORE, roomNm: 5 },
): Helm {
  const at = stage.spot(wanted)
  const course = stage.course(at, nm, wanted.heard === 'LAND')
  if (course === null) throw new RangeError('no straight way')
  return new Helm(stage.dice, stage.startAt, at, course, sog)
}
