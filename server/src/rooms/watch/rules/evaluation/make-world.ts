import type { NameOf } from '@samudra/contract/sentence/values'
import type { EvaluatedRule, RuleNode, RuleZone } from '@samudra/contract/rules'
import type { Rings } from '@samudra/nautical/polygons/polygon'
import type { FeedsInterface } from '../../../picture/feeds/room.ts'
import type { ShoreGrid } from '@samudra/nautical/shore'
import type { Assembly } from '../../../../platform/ground.ts'
import type { AnswersData, PatternsInterface, Knowledge } from '../../../past/patterns/room.ts'
import { partsOf } from '../../../../platform/kernel/http/caller-visibility.ts'
import type { TrafficInterface } from '../../../past/traffic/room.ts'
import { UsualVesselsTable, type UsualVesselsData } from '../../../../sea/usual-vessels.ts'
import { baselineOfRule } from '@samudra/rules/areas/area-query'
import type { Clock } from '../../../../platform/needs/clock.ts'
import type { FilterInputsInterface } from '../../../chart/filter-inputs/room.ts'
import type { PortsInterface } from '../../../chart/ports/room.ts'
import { harbourOf } from '../../../../sea/port-areas.ts'
import type { ReferenceInterface } from '../../../chart/reference/room.ts'
import type { SourceNames } from '../../../../sea/names.ts'
import type { Forecast, WeatherInterface } from '../../../chart/weather/room.ts'
import { pastOf, pastSince, type About, type PastNeeds } from '../reevaluation/past-changes.ts'
import {
  needsPorts,
  needsSchemes,
  needsStations,
  needsShore,
  KnownWorld,
  layersOf,
  makePorts,
  nameKey,
  nameOfZone,
  zonesOf,
  type MadePorts,
  type WorldData,
} from './world.ts'
import { conditionsOf } from '../rule.ts'
import { readShore } from '../detectors/shore.ts'

type Needs = Pick<FilterInputsInterface, 'areas' | 'lists'> & {
  ports: PortsInterface
  reference: ReferenceInterface
  names: SourceNames
  clock: Clock
  past: PastNeeds
  patterns: PatternsInterface
  stationsThen: FeedsInterface['stationsThen']
  weather: Pick<WeatherInterface, 'forecasts'>
  traffic: Pick<TrafficInterface, 'readUsualVessels'>
  assembly: Pick<Assembly, 'archivesFolder'>
}
/** Margin for reading baselines and weather before a time, and after it before the next reading, ms. */
const BESIDE_MS = 2 * 3_600_000

/** Returns the days of baseline that rules need; null if they need none. Lanes are not sums of days. */
function daysNeededBy(rules: readonly EvaluatedRule[]): number[] | null {
  const compared = rules.flatMap((rule) =>
    [...conditionsOf(rule)].flatMap((node) => ('k' in node && node.k === 'baseline' ? [node] : [])),
  )
  if (compared.length === 0 && !rules.some((rule) => rule.require_coverage)) return null
  return compared.flatMap(({ metric, days }) => (metric === 'lane' ? [] : [days]))
}

/** Returns what a condition names by id. */
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

async function hold(usual: Knowledge, rules: readonly EvaluatedRule[], { from, to }: About): Promise<void> {
  const days = daysNeededBy(rules)
  if (days !== null) await usual.hold(from - BESIDE_MS, to + BESIDE_MS, days)
}

/** Hours of baselines are stored so long, for what comes late, ms. */
const LONGEST_LATE_MS = 24 * 3_600_000
const NOTHING = Promise.resolve()

/** The world as the rooms know it. */
export class Worlds {
  readonly #needs: Needs
  readonly #usual = new WeakMap<KnownWorld, Knowledge>()
  readonly #vessels = new WeakMap<KnownWorld, UsualVesselsTable>()
  #ports: { of: unknown; made: MadePorts } | null = null
  #shore: Promise<ShoreGrid> | null = null

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Creates a world ready for queries; for later data the caller must `refresh` it. */
  async make(rules: readonly EvaluatedRule[], about: About): Promise<KnownWorld> {
    const world = await this.withoutUsual(rules, about)
    const usual = this.#needs.patterns.knowledge((ship) => world.who(ship), about.mmsis)
    world.compare(usual)
    this.#usual.set(world, usual)
    await hold(usual, rules, about)
    const vessels = new UsualVesselsTable()
    world.compareAreas(vessels)
    this.#vessels.set(world, vessels)
    await this.#readVessels(vessels, rules, about)
    return world
  }

  #readVessels(vessels: UsualVesselsTable, rules: readonly EvaluatedRule[], about: About): Promise<void> {
    const { from, to, corrected } = about
    const places = rules.flatMap((rule) => baselineOfRule(rule) ?? [])
    const read = { places, from: from - BESIDE_MS, to: to + BESIDE_MS, corrected }
    return places.length === 0 ? NOTHING : this.#needs.traffic.readUsualVessels(vessels, read)
  }
  /** Creates a world that is not queried for baselines. */
  async withoutUsual(rules: readonly EvaluatedRule[], about: About): Promise<KnownWorld> {
    const { names } = this.#needs
    const data = await this.data(rules, about)
    const world = new KnownWorld(data, data.ports === null ? null : this.#madePorts(), (number) =>
      names.sourceCode(number),
    )
    await this.#foresee(world, rules, about)
    return world
  }

  /** Returns the baselines of a time for another thread; null if rules need none. */
  async usual(rules: readonly EvaluatedRule[], about: About): Promise<AnswersData | null> {
    if (daysNeededBy(rules) === null) return null
    const usual = this.#needs.patterns.knowledge(() => null, about.mmsis)
    await hold(usual, rules, about)
    return usual.data()
  }

  /** Returns usual numbers of vessels of a period to hand to a thread; null where rules compare no area. */
  async usualVessels(rules: readonly EvaluatedRule[], about: About): Promise<UsualVesselsData | null> {
    if (rules.every((rule) => baselineOfRule(rule) === null)) return null
    const vessels = new UsualVesselsTable()
    await this.#readVessels(vessels, rules, about)
    return vessels.data()
  }

  /** Returns the weather forecasts of a time for another thread; null if rules need none. */
  async forecasts(rules: readonly EvaluatedRule[], about: About): Promise<readonly Forecast[] | null> {
    const layers = layersOf(rules)
    return layers.length === 0 ? null : (await this.#text(layers, about)).data
  }
  #text = (layers: readonly string[], { from, to }: Pick<About, 'from' | 'to'>) =>
    this.#needs.weather.forecasts({ layers, from: from - BESIDE_MS, to: to + BESIDE_MS })
  async #foresee(world: KnownWorld, rules: readonly EvaluatedRule[], about: About): Promise<void> {
    const layers = layersOf(rules)
    if (layers.length > 0) world.foresee(await this.#text(layers, about))
  }

  /** To be handed on. */
  async data(rules: readonly EvaluatedRule[], about: About): Promise<WorldData> {
    const { names, reference, past } = this.#needs
    return {
      zones: zonesOf(rules).map((zone) => [nameOfZone(zone), this.outlineOf(zone)]),
      ports: needsPorts(rules) ? this.#needs.ports.judged() : null,
      shore: needsShore(rules) ? await this.#readShore() : null,
      schemes: needsSchemes(rules)
        ? reference.boundaries().flatMap((one) => (one.kind === 'IMO_TSS' ? partsOf(one.geometry) : []))
        : [],
      sources: names.sources().map(({ number, code }) => [number, code]),
      past: await pastOf(past, rules, about),
      stations: this.#stationsFor(rules, about),
      names: this.#namesIn(rules),
    }
  }

  #stationsFor = (rules: readonly EvaluatedRule[], { corrected }: About) =>
    needsStations(rules) ? this.#needs.stationsThen(corrected) : []

  /** Creates a world with only what a check of rules needs, without queries yet. */
  bare(rules: readonly EvaluatedRule[]): Promise<KnownWorld> {
    return this.withoutUsual(
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
    world.placeStations(this.#stationsFor(rules, about))
    world.past.add(await pastSince(this.#needs.past, rules, about, since))
    await this.#foresee(world, rules, about)
    const usual = this.#usual.get(world)
    if (usual !== undefined) await hold(usual, rules, about)
    const vessels = this.#vessels.get(world)
    vessels?.forgetBefore(since - LONGEST_LATE_MS)
    if (vessels !== undefined) await this.#readVessels(vessels, rules, about)
  }

  /** Returns the names of things that rules name by id. */
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

  /** Made once for each change of ports. */
  #madePorts(): MadePorts {
    const all = this.#needs.ports.judged()
    if (this.#ports?.of !== all) this.#ports = { of: all, made: makePorts(all) }
    return this.#ports.made
  }

  /** Reads the grid once, when a rule first needs it; after a failure the next call reads it again. */
  #readShore(): Promise<ShoreGrid> {
    this.#shore ??= readShore(this.#needs.assembly.archivesFolder).catch((error: unknown) => {
      this.#shore = null
      throw error
    })
    return this.#shore
  }

  /** The outline of a zone as it stands; null for one that is not there. A tag is a type of area, or a kind of boundary. */
  readonly outlineOf = ({
    aoi,
    eez,
    port: portId,
    boundary,
    tag,
    area,
  }: RuleZone): readonly Rings[] | null => {
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
        : [...harbourOf(found), ...found.anchorages.flatMap(({ outline }) => outline)]
    }
    const kind = boundary ?? tag
    const all = [
      ...reference.boundaries().flatMap((one) => (one.kind === kind ? partsOf(one.geometry) : [])),
      ...Array.from(areas.all()).flatMap(({ body }) => (body.type === tag ? partsOf(body.geometry) : [])),
    ]
    return all.length === 0 ? null : all
  }
}
