import { deadReckon } from '@samudra/nautical/tracks/dead-reckoning'
import { degrees, knots, place } from '@samudra/nautical/units'
import type { RuleNode } from '@samudra/contract/rules'
import { Boxes, type ConditionParts, type Box } from './boxes.ts'
import type { Fix } from '../running/fix-log.ts'
import { GRID_MS, GridPlaces } from '../areas/grid-places.ts'
import { FixState, newMemory, NO_FACTS, type Memory, type ShipFacts } from '../running/memory.ts'
import { Moment, type Other } from '../running/moment.ts'
import { TRUE, UNKNOWN } from './verdict.ts'
import type { World } from '../world.ts'

/** Maximum age of a fix for comparisons: an older one may leave the vessel anywhere. */
const FRESH_MS = 10 * 60_000
/** Empty memory, because nothing is remembered. */
const BLANK = newMemory(NO_FACTS)

/** State of a vessel as known at the moment; `sources` holds when each source last reported it, epoch ms. */
export type Standing = {
  facts: ShipFacts
  lists: readonly string[]
  fix: Fix
  sources: Map<number, number>
}
export type Counted = Pick<Box, 'path' | 'about'> & { holds: number | null; unknown: number | null }

/** Counts of how many ships each condition of a draft holds, at one instant, epoch ms. */
export class BoxCount {
  readonly #boxes: Boxes
  readonly #at: number
  readonly #memories: Memory[] = []
  readonly #others: (Other | null)[] = []
  /** Where ships are that are compared; null where none are. */
  #places: GridPlaces | null = null
  #holds = new Int32Array(0)
  #unknown = new Int32Array(0)

  /** Numbers vessels in the order they are added; the world is queried by that number. */
  constructor(
    draft: ConditionParts,
    world: World,
    at: number,
    refuse: (condition: RuleNode) => string | null,
  ) {
    this.#boxes = new Boxes(draft, world, refuse, (ship) => this.#others[ship]?.fix ?? null)
    this.#at = at
  }

  /** Makes the conditions ready, while others have their turn between; before ships are added. */
  *ready(): Generator<void> {
    yield* this.#boxes.ready()
    const metres = this.#boxes.reachMetres
    this.#places = metres === 0 ? null : new GridPlaces(metres)
    this.#holds = new Int32Array(this.#boxes.all.length)
    this.#unknown = new Int32Array(this.#boxes.all.length)
  }

  get of(): number {
    return this.#memories.length
  }

  add({ facts, lists, fix, sources }: Standing): void {
    const ship = this.#memories.length
    const heard = Object.assign(new FixState(), fix)
    this.#memories.push({ ...BLANK, facts, lists, fix: heard, sources })
    if (this.#places === null) return
    const there = reckoned(heard, this.#at)
    this.#others.push(there === null ? null : { ship, facts, lists, fix: there, before: new FixState() })
    if (there === null) return
    const { lat, lon, sog, cog, heading, nav, source, id } = there
    const at = this.#minute
    this.#places.put(ship, at, {
      at,
      lat,
      lon,
      sog,
      cog,
      heading,
      nav,
      source,
      id,
      beforeId: 0,
      facts,
      lists,
    })
  }
  get #minute() {
    return Math.floor(this.#at / GRID_MS) * GRID_MS
  }

  /** Evaluates one vessel after the other and yields between them, so that other work can run. */
  *count(): Generator<void> {
    const m = new Moment()
    m.kind = 'NEWS'
    m.around = (visit) =>
      this.#places?.near(m.ship, this.#minute, (other) => {
        const there = this.#others[other]
        if (there != null) visit(there)
      })
    const { all } = this.#boxes
    for (const [ship, memory] of this.#memories.entries()) {
      m.beAt(this.#at, ship, memory)
      m.epoch++
      for (let i = 0; i < all.length; i++) {
        const verdict = all[i]!.node?.verdict(m)
        if (verdict === TRUE) this.#holds[i]!++
        else if (verdict === UNKNOWN) this.#unknown[i]!++
      }
      yield
    }
  }

  counts(): Counted[] {
    return this.#boxes.all.map(({ path, node, about }, i) => ({
      path,
      holds: node === null ? null : this.#holds[i]!,
      unknown: node === null ? null : this.#unknown[i]!,
      about,
    }))
  }
}

/**
 * Returns the reckoned position of a vessel from its last fix; null without a recent fix or without speed and course.
 */
function reckoned(fix: FixState, at: number): FixState | null {
  const ms = at - fix.at
  if (ms > FRESH_MS || Number.isNaN(fix.lat)) return null
  const there = deadReckon(
    {
      place: place(fix.lat, fix.lon),
      sog: Number.isNaN(fix.sog) ? null : knots(fix.sog),
      cog: Number.isNaN(fix.cog) ? null : degrees(fix.cog),
    },
    Math.max(0, ms),
  )
  return there === null ? null : Object.assign(fix.copy(), { lat: there.lat, lon: there.lon })
}
