import type { RELIABILITIES } from '@samudra/contract/manual-tracks'
import { sidcFor } from '@samudra/nautical/sidc'

/** A short list of what is met at sea, over it and at its shores, as MIL-STD-2525C codes without an affiliation. */
const ENTITIES: readonly [group: string, entries: readonly [code: string, label: string][]][] = [
  [
    'Sea',
    [
      ['S-SP', 'Vessel, type unknown'],
      ['S-SPXM', 'Merchant'],
      ['S-SPXMC', 'Cargo ship'],
      ['S-SPXMO', 'Tanker'],
      ['S-SPXMP', 'Passenger ship'],
      ['S-SPXMF', 'Ferry'],
      ['S-SPXMTU', 'Tug'],
      ['S-SPXF', 'Fishing vessel'],
      ['S-SPXR', 'Leisure craft'],
      ['S-SPXL', 'Law enforcement'],
      ['S-SPCLFF', 'Frigate'],
      ['S-SPCP', 'Patrol boat'],
      ['S-SPC', 'Warship, other'],
      ['S-UPS', 'Submarine'],
      ['S-UPWM', 'Sea mine'],
      ['S-UPND', 'Diver'],
    ],
  ],
  [
    'Air',
    [
      ['S-APCF', 'Civil aircraft'],
      ['S-APCH', 'Civil helicopter'],
      ['S-APMF', 'Military aircraft'],
      ['S-APMH', 'Military helicopter'],
      ['S-APMFQ', 'Drone'],
    ],
  ],
  [
    'Land',
    [
      ['S-GPU', 'Unit'],
      ['S-GPE', 'Vehicle or equipment'],
      ['S-GPI-----H', 'Installation'],
      ['S-GPIT----H', 'Port or transport'],
    ],
  ],
]

/** The code with its place for the affiliation filled, fifteen characters. */
const whole = (code: string) => `${code[0]}U${code.slice(2)}`.padEnd(15, '-')
export const PLAIN_SYMBOL = whole('S-SP')

export const SYMBOL_CHOICES = ENTITIES.map(([group, entries]) => ({
  group,
  items: entries.map(([code, label]) => ({ value: whole(code), label })),
}))
/** Returns a symbol as it stands in the list, regardless of affiliation. */
export const listedSymbol = (code: string) => sidcFor(code, 'UNKNOWN', false)
/** Returns the label of a symbol, or its code when it is not in the list. */
export const symbolLabel = (code: string): string =>
  SYMBOL_CHOICES.flatMap(({ items }) => items).find(({ value }) => value === listedSymbol(code))?.label ??
  code

export const RELIABILITY_LABELS: Record<(typeof RELIABILITIES)[number], string> = {
  A: 'A – completely reliable',
  B: 'B – usually reliable',
  C: 'C – fairly reliable',
  D: 'D – not usually reliable',
  E: 'E – unreliable',
  F: 'F – cannot be judged',
}
export const CREDIBILITY_LABELS = [
  '1 – confirmed by others',
  '2 – probably true',
  '3 – possibly true',
  '4 – doubtful',
  '5 – improbable',
  '6 – cannot be judged',
]
