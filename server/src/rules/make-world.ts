import type { EvaluatedRule, RuleZone } from '@samudra/contract/rules'
import type { Rings } from '@samudra/nautical/polygon'
import { partsOf } from '../kernel/sight.ts'
import type { Clock } from '../needs/clock.ts'
import type { PlacesDoor } from '../places/room.ts'
import type { PortsDoor } from '../ports/room.ts'
import type { ReferenceDoor } from '../reference/room.ts'
import type { SourceNames } from '../sea/names.ts'
import { pastOf, pastSince, type About, type PastNeeds } from './past.ts'
import {
  asksOfPorts,
  asksOfSchemes,
  KnownWorld,
  makePorts,
  nameOfZone,
  zonesOf,
  type MadePorts,
  type WorldData,
} from './world.ts'

type Needs = Pick<PlacesDoor, 'areas'> & {
  ports: PortsDoor
  reference: ReferenceDoor
  names: SourceNames
  clock: Clock
  past: PastNeeds
}

/** The world as the rooms know it. */
export class Worlds {
  readonly #needs: Needs
  #ports: { of: unknown; made: Promise<MadePorts> } | null = null

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** To be asked at once. */
  async make(rules: readonly EvaluatedRule[], about: About): Promise<KnownWorld> {
    const { names } = this.#needs
    const data = await this.data(rules, about)
    return new KnownWorld(data, data.ports === null ? null : await this.#madePorts(), (number) =>
      names.sourceCode(number),
    )
  }

  /** To be handed on. */
  async data(rules: readonly EvaluatedRule[], about: About): Promise<WorldData> {
    const { names, reference, past } = this.#needs
    return {
      zones: zonesOf(rules).map((zone) => [nameOfZone(zone), this.outlineOf(zone)]),
      ports: asksOfPorts(rules) ? this.#callPorts() : null,
      schemes: asksOfSchemes(rules)
        ? reference.boundaries().flatMap((one) => (one.kind === 'IMO_TSS' ? partsOf(one.geometry) : []))
        : [],
      sources: names.sources().map(({ number, code }) => [number, code]),
      past: await pastOf(past, rules, about),
    }
  }

  /** Only what a rule that is looked at needs: nothing is asked of it yet. */
  bare(rules: readonly EvaluatedRule[]): Promise<KnownWorld> {
    return this.make(
      rules.map((rule) => ({ ...rule, exclude_in_port: false })),
      { from: 0, to: 0, mmsis: [], corrected: false },
    )
  }

  /** Adds what became known of ships since an instant. */
  async refresh(
    { past }: KnownWorld,
    rules: readonly EvaluatedRule[],
    since: number,
    to: number,
  ): Promise<void> {
    const about = { from: since, to, mmsis: null, corrected: false }
    past.add(await pastSince(this.#needs.past, rules, about, since))
  }

  #callPorts = () =>
    this.#needs.ports.all().map(({ id, lat, lon, harbour, anchorages }) => ({
      id,
      lat,
      lon,
      harbour,
      anchorages: anchorages.flatMap(({ outline }) => outline),
    }))

  /** Made once for each change of ports. */
  #madePorts(): Promise<MadePorts> {
    const all = this.#needs.ports.all()
    if (this.#ports?.of !== all) this.#ports = { of: all, made: makePorts(this.#callPorts()) }
    return this.#ports.made
  }

  /** The outline of a zone as it stands; null for one that is not there. A tag is a type of area, or a kind of boundary. */
  outlineOf({ aoi, eez, port: portId, boundary, tag, area }: RuleZone): readonly Rings[] | null {
    const { areas, reference, ports } = this.#needs
    if (area !== undefined) return partsOf(area)
    if (aoi !== undefined) {
      const found = areas.find(aoi)
      return found === undefined ? null : partsOf(found.body.geometry)
    }
    if (eez !== undefined) {
      const found = reference.boundaries().find(({ id }) => id === eez)
      return found === undefined ? null : partsOf(found.geometry)
    }
    if (portId !== undefined) {
      const found = ports.byId(portId)
      return found === undefined
        ? null
        : [...found.harbour, ...found.anchorages.flatMap(({ outline }) => outline)]
    }
    const kind = boundary ?? tag
    const all = [
      ...reference.boundaries().flatMap((one) => (one.kind === kind ? partsOf(one.geometry) : [])),
      ...Array.from(areas.all()).flatMap(({ body }) => (body.type === tag ? partsOf(body.geometry) : [])),
    ]
    return all.length === 0 ? null : all
  }
}
