import { imoOf } from '@samudra/nautical/imo'
import { HOUR, MINUTE, type Stage } from './story.ts'
import { anyShip, OFFSHORE } from './ways.ts'

const always = (stage: Stage) => ({ from: stage.startAt, until: Infinity })
const serialOf = (stage: Stage) => stage.dice.whole(100_000, 999_999)

export function hasBadImo(stage: Stage) {
  const imo = stage.dice.whole(9_000_000, 9_899_999)
  // The next one has another check digit, unless a ten was passed.
  const bad = imoOf(Math.floor(imo / 10)) === imo ? imo - (imo % 10) + ((imo + 3) % 10) : imo
  const ship = stage.ship(anyShip(stage), { oddities: [{ what: 'wrong-imo', imo: bad }] })
  stage.truth('ILLEGAL_IMO', stage.startAt, stage.endAt, ship)
}
export function changesImo(stage: Stage) {
  const from = stage.hour(stage.dice.between(2, 8))
  const imo = imoOf(stage.dice.whole(900_000, 989_999))
  const ship = stage.ship(anyShip(stage), { oddities: [{ what: 'renumbered', imo, from, until: Infinity }] })
  stage.truth('IMO_MISMATCH', from, stage.endAt, ship)
}
export function changesName(stage: Stage) {
  const from = stage.hour(stage.dice.between(2, 8))
  const ship = stage.ship(anyShip(stage), {
    oddities: [
      {
        what: 'renamed',
        name: stage.dice.pick(['XING HAI 77', 'ZULEIKA', 'FREE BIRD', 'UNKNOWN 12', 'QQ WW 1']),
        every: Infinity,
        lasts: Infinity,
        from,
        until: Infinity,
      },
    ],
  })
  stage.truth('NAME_MISMATCH', from, stage.endAt, ship)
}
/** Adds two vessels far apart under one number. */
export function sharesNumber(stage: Stage) {
  const one = stage.ship(anyShip(stage))
  const other = stage.ship(anyShip(stage), { mmsi: one.mmsi })
  const far = Math.hypot(positionOf(one)[0] - positionOf(other)[0], positionOf(one)[1] - positionOf(other)[1])
  if (far < 2) throw new RangeError('they are near one another')
  stage.truth('MMSI_DUPLICATE', stage.startAt, stage.endAt, one)
}
const positionOf = ({ motion }: { motion: { kind: string } }): [number, number] => {
  const { lats, lons } = motion as unknown as { lats: Float64Array; lons: Float64Array }
  return [lats[0]!, lons[0]!]
}

const UNALLOCATED = [200, 298, 460, 599, 680]
export function hasIllegalNumber(stage: Stage) {
  const mmsi = stage.dice.pick(UNALLOCATED) * 1_000_000 + serialOf(stage)
  stage.truth('ILLEGAL_MMSI', stage.startAt, stage.endAt, stage.ship(anyShip(stage), { mmsi }))
}
/** A boat with a radio whose number begins with 009. */
export function classBWithoutIdentity(stage: Stage) {
  const ship = stage.ship(anyShip(stage, OFFSHORE, stage.dice.between(4, 8)), {
    mmsi: 9_000_000 + serialOf(stage),
    kind: 'B',
    shipType: 37,
    shipClass: 'boat',
  })
  stage.truth('ILLEGAL_MMSI', stage.startAt, stage.endAt, ship)
}
export function isBlacklisted(stage: Stage) {
  const ship = stage.ship(anyShip(stage))
  stage.played.blacklisted.push(ship.mmsi)
  stage.truth('BLACKLIST', stage.startAt, stage.endAt, ship)
}
/** Adds a vessel and blacklists the numbers beside its own, under which no vessel was ever received. */
export function isNotBlacklisted(stage: Stage) {
  const ship = stage.ship(anyShip(stage))
  stage.played.blacklisted.push(ship.mmsi + 1, ship.mmsi - 1)
}
/** Adds a vessel that reports its name with the prefix of its type, or cut, and back. */
export function writesNameOtherwise(stage: Stage) {
  const serial = serialOf(stage)
  const name = `OCEAN VOYAGER ${serial % 90}`
  stage.ship(anyShip(stage), {
    oddities: [
      { what: 'renamed', name, every: Infinity, lasts: Infinity, ...always(stage) },
      { what: 'renamed', name: `MV ${name}`, every: 3 * HOUR, lasts: 90 * MINUTE, ...always(stage) },
    ],
  })
}
/** A boat without an IMO number, as most have none. */
export const hasNoImo = (stage: Stage) =>
  void stage.ship(anyShip(stage, OFFSHORE, stage.dice.between(4, 8)), { shipType: 30, shipClass: 'boat' })
