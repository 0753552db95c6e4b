import type { EvaluatedRule } from '@samudra/contract/rules'
import { AisDecoder } from '@samudra/nautical/ais/decode-columns'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import { shipGroup } from '@samudra/nautical/ship-types'
import { DETECTORS } from '@samudra/rules/detectors/detectors'
import { SharedNumbers } from '@samudra/rules/detectors/shared-numbers'
import { draftsOf } from '@samudra/rules/detectors/detector'
import type { Change } from '@samudra/rules/pairs/differences'
import { Evaluator } from '@samudra/rules/evaluator'
import type { Fix } from '@samudra/rules/running/fix-log'
import type { ShipFacts } from '@samudra/rules/running/memory'
import { NO_SHIP } from '@samudra/rules/running/moment'
import type { Disorder } from '@samudra/sim/sea'
import { SOURCES } from '@samudra/sim/sources'
import { AREA, HOME } from '@samudra/sim/truth/lines'
import { JAMMING } from '@samudra/sim/truth/story'
import type { TruthSea } from '@samudra/sim/truth/truth-sea'
import { Ingest, type FeedFacts } from '../../src/rooms/picture/feeds/ingest.ts'
import { Bus } from '../../src/platform/kernel/cluster/topic-bus.ts'
import { Picture } from '../../src/rooms/picture/picture/picture.ts'
import { NAV_NONE, NONE16, NO_PLACE, QUALITY, ROT_NONE, type FixBatch } from '../../src/sea/fix-batch.ts'
import { FLAG, KIND } from '../../src/sea/marks.ts'
import type { SamudraBus } from '../../src/sea/topics.ts'
import { KnownSea } from './known-sea.ts'

const MINUTE = 60_000
/** Maximum delay of fixes; satellites are minutes late. */
const KEEP_MS = 60 * MINUTE
const SITE = { home: [HOME], areas: [AREA.id] }
const TEXT = new TextEncoder()

/** The rules of all detectors as they were published. */
export const publishedRules = (): EvaluatedRule[] =>
  DETECTORS.flatMap((detector) =>
    draftsOf(detector, {}, SITE).map((draft, part) => ({
      ...draft,
      id: `${draft.subject === 'AREA' ? JAMMING : detector.code}#${part}`,
      version: 1,
    })),
  )

/** Subjects of the measurement: each detector, and jamming of many vessels at once. */
export const MEASURED: readonly string[] = [...DETECTORS.map(({ code }) => code), JAMMING]

/** Change as detected: by which clock, and for which numbers. */
export type Finding = { change: Change; detector: string; mmsis: number[]; detectedAt: number }

/** Sails a sea through the whole way in: sentences, decoders, the judging of fixes, the live picture, the detectors. */
export class TruthRun {
  readonly findings: Finding[] = []
  fixes = 0
  readonly #picture: Picture
  readonly #world: KnownSea
  readonly #evaluator: Evaluator
  readonly #facts = new Map<number, string>()
  readonly #shared = new SharedNumbers()
  #clock = 0

  constructor(sea: TruthSea, disorder: Disorder) {
    const bus: SamudraBus = new Bus((topic, error) => {
      throw new Error(topic, { cause: error })
    })
    this.#picture = new Picture(
      {
        priority: (feed: number) => SOURCES[feed]?.priority ?? 9,
        trust: (feed: number) => SOURCES[feed]?.trust ?? 0,
      },
      sea.blacklist,
    )
    this.#world = new KnownSea(sea, (ship) => this.#picture.store.mmsi[ship]!)
    this.#evaluator = new Evaluator(publishedRules(), this.#world, {
      hear: (change) => this.#hear(change),
      keepMs: KEEP_MS,
    })
    bus.subscribe('judgedFix', (batch) => this.#take(batch))
    bus.subscribe('static', (report) => {
      this.#picture.applyStatic(report)
      this.#meetAgain(report.mmsi)
    })
    this.#sail(sea, disorder, new Ingest(bus, this.#picture))
  }

  #sail(sea: TruthSea, disorder: Disorder, ingest: Ingest) {
    const feeds = SOURCES.map((_, source): FeedFacts => ({
      number: source,
      source,
      ignoreTagTime: false,
      isRecorded: false,
      stations: [],
      counters: { fixes: 0, statics: 0, duplicates: 0, quarantined: 0 },
    }))
    const decoders = feeds.map((feed, source) => {
      const decoder: AisDecoder = new AisDecoder({
        onBatch: (dynamic, statics) => {
          while (feed.stations.length < decoder.stations.length) feed.stations.push(feed.stations.length)
          ingest.take(feeds[source]!, dynamic, statics, this.#clock)
        },
      })
      return decoder
    })
    this.#clock = sea.startAt
    for (const { source, at, lines } of sea.arrivals(disorder)) {
      if (Math.floor(at / MINUTE) > Math.floor(this.#clock / MINUTE)) this.#evaluator.advance(at)
      this.#clock = at
      this.#world.came(source, at)
      decoders[source]!.feed(TEXT.encode(`${lines.join('\r\n')}\r\n`), at)
      decoders[source]!.flush()
    }
  }

  #hear(change: Change) {
    const { store } = this.#picture
    const one = change.other === null ? [change.ship] : [change.ship, change.other]
    const ships = change.ship === NO_SHIP ? change.counted : one
    this.findings.push({
      change,
      detector: change.rule.split('#')[0]!,
      mmsis: ships.map((ship) => store.mmsi[ship]!),
      detectedAt: this.#clock,
    })
  }

  #take(batch: FixBatch) {
    const { store } = this.#picture
    for (let i = 0; i < batch.count; i++) {
      if (batch.quality[i] === QUALITY.QUARANTINED || batch.lat[i] === NO_PLACE) continue
      let id = store.firstOf(batch.mmsi[i]!)
      while (id >= 0 && store.split[id] !== batch.split[i]) id = store.nextOfMmsi[id]!
      const kind = store.kind[id]!
      if (kind === KIND.BASE_STATION || kind === KIND.ATON) continue
      this.#shared.note(batch.mmsi[i]!, id, batch.observedAt[i]!, batch.lat[i]! / 1e6, batch.lon[i]! / 1e6)
      // Who shares a number shows by the fixes of all that do.
      for (let one = store.firstOf(batch.mmsi[i]!); one >= 0; one = store.nextOfMmsi[one]!)
        if (one === id || this.#facts.has(one)) this.#know(one)
      this.#evaluator.takeFix(id, fixOf(batch, i))
      this.fixes++
    }
  }

  #meetAgain(mmsi: number) {
    const { store } = this.#picture
    for (let id = store.firstOf(mmsi); id >= 0; id = store.nextOfMmsi[id]!)
      if (this.#facts.has(id)) this.#know(id)
  }

  /**
   * Delivers the identity of a contact if it is new, with the time it became known by our own clock, as in the
   * product.
   */
  #know(id: number) {
    const at = this.#clock
    const facts = this.#factsOf(id, at)
    const key = JSON.stringify(facts)
    const known = this.#facts.get(id)
    if (known === key) return
    this.#facts.set(id, key)
    if (known === undefined) this.#evaluator.meet(id, facts)
    else this.#evaluator.takeFacts(id, at, facts)
  }

  #factsOf(id: number, at: number): ShipFacts {
    const { store, statics } = this.#picture
    const mmsi = store.mmsi[id]!
    const flags = store.flags[id]!
    const imo = statics.number(id, 'imo')
    const [bow, stern] = [statics.number(id, 'toBow'), statics.number(id, 'toStern')]
    const { rank, isHeardElsewhere } = this.#shared.sharingOf(mmsi, id, at, this.#evaluator.heardAt(id))
    const [port, starboard] = [statics.number(id, 'toPort'), statics.number(id, 'toStarboard')]
    return {
      mmsi: String(mmsi).padStart(9, '0'),
      split: store.split[id]!,
      imo: imo === null ? null : String(imo),
      ship_name: statics.text(id, 'name'),
      call_sign: statics.text(id, 'callSign'),
      country: countryOfMmsi(mmsi)?.name ?? null,
      ship_type: shipGroup(statics.number(id, 'shipType') ?? 0),
      destination: null,
      length: bow === null && stern === null ? null : (bow ?? 0) + (stern ?? 0),
      beam: port === null && starboard === null ? null : (port ?? 0) + (starboard ?? 0),
      draught: null,
      anomalies: MARKS.filter(([flag]) => (flags & flag) !== 0)
        .map(([, name]) => name)
        .filter((name) => name !== 'MMSI_DUPLICATE' || rank > 0),
      number_rank: rank > 0 ? rank : null,
      heard_elsewhere: isHeardElsewhere ? 1 : 0,
    }
  }
}

const MARKS = [
  [FLAG.ILLEGAL_MMSI, 'ILLEGAL_MMSI'],
  [FLAG.DUPLICATE_FLAG, 'MMSI_DUPLICATE'],
  [FLAG.BLACKLIST, 'BLACKLIST'],
  [FLAG.IMO_MISMATCH, 'IMO_MISMATCH'],
  [FLAG.NAME_MISMATCH, 'NAME_MISMATCH'],
] as const

const tenthsOr = (value: number) => (value === NONE16 ? Number.NaN : value / 10)
const fixOf = (batch: FixBatch, i: number): Fix => ({
  at: batch.observedAt[i]!,
  id: batch.fixId[i]!,
  source: batch.source[i]!,
  lat: batch.lat[i]! / 1e6,
  lon: batch.lon[i]! / 1e6,
  sog: tenthsOr(batch.sog[i]!),
  cog: tenthsOr(batch.cog[i]!),
  heading: batch.heading[i] === NONE16 ? Number.NaN : batch.heading[i]!,
  rot: batch.rot[i] === ROT_NONE ? Number.NaN : Math.sign(batch.rot[i]!) * (batch.rot[i]! / 4.733) ** 2,
  nav: batch.navStatus[i] === NAV_NONE ? -1 : batch.navStatus[i]!,
  receivedAt: batch.recTime[i]!,
})
