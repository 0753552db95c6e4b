import { plain } from '@samudra/contract/near-text'

/** Where a ship was, degrees × 10⁶. */
export type ClaimPlace = { lat: number; lon: number } | null
/** Time and place of a claim. */
export type Witness = { at: number; place: ClaimPlace }

/** Identity of a vessel as claimed by a source, in one message or in one row of a register. */
export type Claim = {
  /** MMSI of the claim; 0 if it has none. */
  mmsi: number
  split: number
  source: number
  form: number
  hash: bigint
  name: string | null
  plain: string
  callSign: string | null
  imo: number | null
  country: string | null
  shipType: number | null
  length: number | null
  beam: number | null
  owner: string | null
  first: Witness
  last: Witness
  /** When it arrived, epoch ms. */
  knownFrom: number
}

/** The form of a row of a register. */
export const OF_REGISTER = 0

/** Comes after every name; no search can ask for it. */
export const NAMELESS = '~'
export const searchedName = (name: string | null): string => plain(name ?? '') || NAMELESS
