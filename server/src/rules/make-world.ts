import type { NameOf } from '@samudra/contract/rule-words'
import type { EvaluatedRule, RuleNode, RuleZone } from '@samudra/contract/rules'
import type { Rings } from '@samudra/nautical/polygon'
import type { HabitsDoor, Knowledge } from '../habits/room.ts'
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
  nameKey,
  nameOfZone,
  zonesOf,
  type MadePorts,
  type WorldData,
} from './world.ts'
import { conditionsOf } from './rule.ts'

type Needs = Pick<PlacesDoor, 'areas' | 'lists'> & {
  ports: PortsDoor
  reference: ReferenceDoor
  names: SourceNames
  clock: Clock
  past: PastNeeds
  habits: HabitsDoor
}
/** What is usual is asked until so long after now, before it is read again. */
const AHEAD_MS = 2 * 3_600_000

/** Of how many days rules ask what is usual; null where they ask nothing of the kind. Lanes are no sums of days. */
function daysAskedBy(rules: readonly EvaluatedRule[]): number[] | null {
  const compared = rules.flatMap((rule) =>
    [...conditionsOf(rule)].flatMap((node) => ('k' in node && node.k === 'baseline' ? [node] : [])),
  )
  if (compared.length === 0 && !rules.some((rule) => rule.require_coverage)) return null
  return compared.flatMap(({ metric, days }) => (metric === 'lane' ? [] : [days]))
}

/** What a condition names by its id. */
function namedBy(node: RuleNode): Parameters<NameOf>[] {
  if (!('k' in node)) return []
  if (node.k === 'list') return [['list', node.list]]
  if (node.k === 'near' && 'list' in node.to) return [['list', node.to.list]]
  if (node.k === 'near' && 'infrastructure' in node.to) return [['infrastructure', node.to.infrastructure]]
  if (node.k === 'port') return node.port === undefined ? [] : [['port', node.port]]
  if (node.k !== 'zone') return []
  const { aoi, eez, port } = node.zone
  const named = { aoi, eez, port }
  return (['aoi', 'eez', 'port'] as const).flatMap((kind): Parameters<NameOf>[] =>
    named[kind] === undefined ? [] : [[kind, named[kind]]],
  )
}

/** The world as the rooms know it. */
export class Worlds {
  readonly #needs: Needs
  readonly #usual = new WeakMap<KnownWorld, Knowledge>()
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

  /** To be asked by who watches what comes in, who is to `refresh` it: what is usual is known of it too. */
  async makeLive(rules: readonly EvaluatedRule[], about: About): Promise<KnownWorld> {
    const world = await this.make(rules, about)
    const usual = this.#needs.habits.knowledge((ship) => world.who(ship))
    world.compare(usual)
    this.#usual.set(world, usual)
    await this.#hold(world, rules, about.from, about.to)
    return world
  }
  async #hold(world: KnownWorld, rules: readonly EvaluatedRule[], from: number, to: number) {
    const days = daysAskedBy(rules)
    if (days !== null) await this.#usual.get(world)?.hold(from, to + AHEAD_MS, days)
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
      names: this.#namesIn(rules),
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
    world: KnownWorld,
    rules: readonly EvaluatedRule[],
    since: number,
    to: number,
  ): Promise<void> {
    const about = { from: since, to, mmsis: null, corrected: false }
    world.past.add(await pastSince(this.#needs.past, rules, about, since))
    await this.#hold(world, rules, since - AHEAD_MS, to)
  }

  /** What is called how of what rules name by its id. */
  #namesIn(rules: readonly EvaluatedRule[]): [string, string][] {
    return rules.flatMap((rule) =>
      [...conditionsOf(rule)].flatMap((node) =>
        namedBy(node).flatMap(([kind, id]): [string, string][] => {
          const name = this.nameOf(kind, id)
          return name === undefined ? [] : [[nameKey(kind, id), name]]
        }),
      ),
    )
  }
  readonly nameOf: NameOf = (kind, id) => {
    const { areas, lists, ports, reference } = this.#needs
    if (kind === 'list') return lists.find(id)?.body.name
    if (kind === 'port') return ports.byId(id)?.name
    if (kind === 'eez') return reference.boundaries().find((one) => one.id === id)?.name
    return areas.find(id)?.body.name
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
