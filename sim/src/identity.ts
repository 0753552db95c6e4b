import { imoOf } from '@samudra/nautical/imo'
import { chanceOf, Dice } from './dice.ts'

/** Flags of the ships of the region: country digits, call sign prefix, and how common. */
const MERCHANT_FLAGS = [
  { mid: 636, prefix: 'D5', weight: 14 },
  { mid: 538, prefix: 'V7', weight: 13 },
  { mid: 371, prefix: '3F', weight: 13 },
  { mid: 563, prefix: '9V', weight: 10 },
  { mid: 477, prefix: 'VR', weight: 9 },
  { mid: 419, prefix: 'AV', weight: 10 },
  { mid: 256, prefix: '9H', weight: 7 },
  { mid: 311, prefix: 'C6', weight: 5 },
  { mid: 412, prefix: 'B', weight: 5 },
  { mid: 422, prefix: 'EP', weight: 3 },
  { mid: 240, prefix: 'SV', weight: 3 },
  { mid: 525, prefix: 'YB', weight: 3 },
  { mid: 470, prefix: 'A6', weight: 2 },
  { mid: 417, prefix: '4R', weight: 2 },
  { mid: 219, prefix: 'OX', weight: 2 },
  { mid: 463, prefix: 'AP', weight: 1 },
  { mid: 533, prefix: '9M', weight: 2 },
]
/** Small craft fly the flag of the coast they work from. */
const LOCAL_FLAGS = [
  { mid: 419, prefix: 'VU', weight: 10 },
  { mid: 417, prefix: '4S', weight: 5 },
  { mid: 461, prefix: 'A4', weight: 2 },
  { mid: 463, prefix: 'AQ', weight: 2 },
  { mid: 455, prefix: '8Q', weight: 1 },
  { mid: 525, prefix: 'YC', weight: 2 },
  { mid: 422, prefix: 'EQ', weight: 2 },
]

const FIRST =
  'OCEAN STAR PACIFIC GOLDEN EVER ROYAL BLUE EASTERN SILVER NORDIC GRAND BRIGHT GLORY ASIAN CORAL MAJESTIC CAPE FORTUNE SAPPHIRE UNITED MARINE NEW LUCKY ATLANTIC CRYSTAL JADE AMBER DIAMOND INDUS GANGA KAVERI MALABAR KONKAN COROMANDEL ARABIAN BENGAL'.split(
    ' ',
  )
const SECOND =
  'VOYAGER PIONEER SPIRIT TRADER CHAMPION HORIZON HARMONY PRINCESS VENTURE EXPRESS LEADER EAGLE DRAGON LOTUS PEARL TIGER DIGNITY COURAGE GRACE WISDOM BREEZE CREST DAWN FALCON GUARDIAN HERITAGE LEGACY NAVIGATOR ODYSSEY PROMISE QUEST RIVER SUNRISE TRIUMPH UNITY VICTORY WAVE ZENITH'.split(
    ' ',
  )
const BOATS =
  'SAGAR MATSYA LAKSHMI DURGA GANESH SHIVA PUTHA SAMUDRA JALA MEENA DEVI AL BAHR NOOR FATEH SEA QUEEN SAINT ANTONY MARIA OCEAN GIFT NILMINI RAN MASU KUMARI SALAM BARAKA'.split(
    ' ',
  )

export type ShipClass = 'merchant' | 'boat'

/** Below one million and prime: multiplying by anything runs through every remainder once. */
const PRIME = 999_983

/** The number of the `index`th ship: no two ships of a sea share it. */
export function mmsiOf(seed: number, index: number, shipClass: ShipClass): number {
  const { mid } = flagOf(seed, index, shipClass)
  const offset = Math.floor(chanceOf(seed, 77, 0) * PRIME)
  return mid * 1_000_000 + ((index * 4243 + offset) % PRIME)
}

function flagOf(seed: number, index: number, shipClass: ShipClass) {
  const dice = new Dice(seed, index * 8 + 1)
  return dice.weighted(shipClass === 'merchant' ? MERCHANT_FLAGS : LOCAL_FLAGS)
}

/** Particulars a vessel reports, computed the same every time, so that they need no storage. */
export type Particulars = {
  name: string
  callSign: string
  imo: number
  length: number
  beam: number
  draught: number
}

const LENGTHS: Readonly<Record<number, readonly [number, number]>> = {
  3: [12, 28],
  4: [25, 50],
  5: [22, 60],
  6: [60, 220],
  7: [110, 366],
  8: [120, 333],
}

export function particularsOf(
  seed: number,
  index: number,
  shipType: number,
  shipClass: ShipClass,
): Particulars {
  const dice = new Dice(seed, index * 8 + 2)
  const [short, long] = LENGTHS[Math.floor(shipType / 10)] ?? [15, 80]
  // Most ships are small ones of their kind.
  const length = Math.round(short + (long - short) * dice.next() ** 1.4)
  const isLarge = length > 60
  const name =
    shipClass === 'merchant'
      ? `${dice.pick(FIRST)} ${dice.pick(SECOND)}${dice.next() < 0.25 ? ` ${dice.whole(2, 19)}` : ''}`
      : `${dice.pick(BOATS)} ${dice.pick(BOATS)} ${dice.whole(1, 99)}`
  return {
    name: name.slice(0, 20).trimEnd(),
    callSign: `${flagOf(seed, index, shipClass).prefix}${letters(dice, 2)}${dice.whole(1, 9)}`,
    imo: shipClass === 'merchant' ? imoOf(700_000 + ((index * 7919 + 1) % 299_993)) : 0,
    length,
    beam: Math.max(3, Math.round(length / (isLarge ? 6.5 : 4))),
    draught:
      Math.round((isLarge ? 4 + (length / 366) * 11 * dice.between(0.6, 1) : dice.between(1, 3.5)) * 10) / 10,
  }
}

const letters = (dice: Dice, count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(65 + dice.whole(0, 25))).join('')
