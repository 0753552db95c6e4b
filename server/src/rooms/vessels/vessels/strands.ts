import { isValidImo } from '@samudra/nautical/imo'
import type { Claim } from './claim.ts'

/** A number that was silent for so long may have been given to another ship, or its ship another number, ms. */
export const SILENCE_MS = 24 * 3_600_000

/** A contact as the register knows it: one ship's row, since when, and for which IMO number it stands. */
export type Strand = {
  mmsi: number
  split: number
  since: number
  vesselId: number
  headId: number
  imo: number | null
  lastAt: number
}
/** The ship of an IMO number. */
export type Anchor = { vesselId: number; headId: number }

/** Changes to store so that every claim has a vessel. */
export type Plan = {
  fresh: Strand[]
  anchored: { vesselId: number; imo: number }[]
  joined: { vesselId: number; intoId: number; imo: number; at: number }[]
  touched: Set<Strand>
}

/** Stored contacts and IMO numbers that claims name. */
export type Known = {
  /** The newest of each contact, and those of the ships of the IMO numbers. */
  strands: Strand[]
  anchors: Map<number, Anchor>
  /** Rows that a user parted: their number does not join them again. */
  parted: Set<string>
}

export const contactKey = ({ mmsi, split }: { mmsi: number; split: number }) => `${mmsi}/${split}`
export const pairKey = (one: number, other: number) => `${one}/${other}`
/** The IMO number a claim may be anchored on. */
export const anchorOf = ({ imo }: Pick<Claim, 'imo'>): number | null =>
  imo !== null && isValidImo(imo) ? imo : null

/**
 * Assigns claims to vessels. A contact belongs to the vessel of its IMO number. It joins the vessel that had the
 * number before, once that was silent for a day. While both are received it remains separate, for a user to review.
 */
export class Strands {
  readonly plan: Plan = { fresh: [], anchored: [], joined: [], touched: new Set() }
  readonly #byContact = new Map<string, Strand>()
  readonly #ofHead = new Map<number, Set<Strand>>()
  readonly #known: Known
  readonly #newId: () => number

  constructor(known: Known, newId: () => number) {
    this.#known = known
    this.#newId = newId
    for (const strand of known.strands) {
      const held = this.#byContact.get(contactKey(strand))
      if (held === undefined || held.since < strand.since) this.#byContact.set(contactKey(strand), strand)
      this.#groupOf(strand.headId).add(strand)
    }
  }

  of(claim: Claim): Strand {
    const imo = anchorOf(claim)
    const at = claim.last.at
    const held = this.#byContact.get(contactKey(claim))
    const strand = held !== undefined && !isOfAnother(held, imo, claim.first.at) ? held : this.#begin(claim)
    if (imo !== null && strand.imo === null) this.#anchor(strand, imo, claim.first.at)
    if (at > strand.lastAt) strand.lastAt = at
    this.plan.touched.add(strand)
    return strand
  }

  #begin({ mmsi, split, first }: Claim): Strand {
    const vesselId = this.#newId()
    const strand = { mmsi, split, since: first.at, vesselId, headId: vesselId, imo: null, lastAt: first.at }
    this.#byContact.set(contactKey(strand), strand)
    this.#groupOf(vesselId).add(strand)
    this.plan.fresh.push(strand)
    return strand
  }

  #anchor(strand: Strand, imo: number, at: number) {
    const anchor = this.#known.anchors.get(imo)
    if (anchor === undefined) {
      strand.imo = imo
      this.#known.anchors.set(imo, strand)
      this.plan.anchored.push({ vesselId: strand.vesselId, imo })
    } else if (anchor.headId === strand.headId) strand.imo = imo
    else if (!this.#isHeard(anchor.headId, at) && !this.#wasParted(strand, anchor)) {
      strand.imo = imo
      this.plan.joined.push({ vesselId: strand.headId, intoId: anchor.headId, imo, at })
      this.#move(strand.headId, anchor.headId)
    }
  }

  #isHeard(headId: number, at: number): boolean {
    return [...this.#groupOf(headId)].some(({ lastAt }) => lastAt > at - SILENCE_MS)
  }
  #wasParted(strand: Strand, anchor: Anchor): boolean {
    const { parted } = this.#known
    const [one, other] = [strand.vesselId, anchor.vesselId]
    return parted.has(pairKey(one, other)) || parted.has(pairKey(strand.headId, anchor.headId))
  }
  #move(from: number, to: number) {
    for (const strand of this.#groupOf(from)) {
      strand.headId = to
      this.#groupOf(to).add(strand)
    }
    this.#ofHead.delete(from)
    for (const anchor of this.#known.anchors.values()) if (anchor.headId === from) anchor.headId = to
  }
  #groupOf(headId: number): Set<Strand> {
    const group = this.#ofHead.get(headId) ?? new Set()
    this.#ofHead.set(headId, group)
    return group
  }
}

/** An IMO number stays with its ship: another, after a silence, is another ship under the same MMSI. */
const isOfAnother = (held: Strand, imo: number | null, at: number) =>
  imo !== null && held.imo !== null && held.imo !== imo && at - held.lastAt > SILENCE_MS
