import { minutesText } from '@samudra/contract/rule-words'
import type { TwoPositions } from '../running/memory.ts'

const number = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 100 ? 1 : 0 })

/** States why two positions are of two vessels. */
export const twoPositionsWords = ({ nm, minutes, knots }: TwoPositions): string =>
  `Two vessels ${number(nm)} NM apart within ${minutesText(minutes)}; one vessel would need ${number(knots)} kn`
