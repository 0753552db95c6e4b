import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { plain } from '@samudra/contract/near-text'
import { queryOf, RANK as FOUND, type Answer } from '../../../sea/name-search.ts'
import { findNamed, presentFound } from './register-list.ts'
import type { Register } from './register.ts'
import { labelOf } from './visible-claims.ts'
import { RANK } from './vessels.sql.ts'

/** Ranks of register matches, in the terms of all searches. */
const RANKS: Record<number, number> = {
  [RANK.exact]: FOUND.exact,
  [RANK.name]: FOUND.name,
  [RANK.word]: FOUND.word,
  [RANK.inside]: FOUND.inside,
  [RANK.inside + 1]: FOUND.oneSlip,
}

/** Ships of the register that answer a search, the best first, but for those that `isFound` knows under what was typed. */
export async function findShips(
  register: Register,
  caller: Caller,
  typed: string,
  most: number,
  isFound: (mmsi: string, split: number | null) => boolean,
): Promise<Answer[]> {
  // Half of them may be found already, and some may be hidden from the caller.
  const named = await findNamed(register, caller, typed, {}, most * 4)
  const shown = await presentFound(register, caller, named, {}, plain(queryOf(typed).text))
  return shown
    .flatMap((vessel, i): Answer[] => {
      if (vessel === null) return []
      const { id, mmsi, split_id, imo, call_sign, country, found_by } = vessel
      if (mmsi !== null && found_by === null && isFound(mmsi, split_id)) return []
      const detail = [found_by, imo === null ? null : `IMO ${imo}`, mmsi, call_sign, country, 'register']
      return [
        {
          found: {
            kind: 'ship',
            id,
            label: labelOf(vessel),
            detail: detail.filter((part) => part !== null).join(' · '),
          },
          rank: RANKS[named[i]!.rank] ?? FOUND.twoSlips,
          at: null,
        },
      ]
    })
    .slice(0, most)
}
