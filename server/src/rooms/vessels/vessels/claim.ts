import { plain } from '@samudra/contract/near-text'

/** Where a ship was, degrees × 10⁶. */
export type ClaimPlace = { lat: number; lon: number } | null
/** When and where something was said. */
export type Witness = { at: number; place: ClaimPlace }

/** What a source said of who a ship is, in one message or in one row of a register. */
export type Claim = {
  /** 0 where none was said. */
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
