import { satellitesReceiving, SATELLITE_SOURCES, stationsReceiving, type Receiver } from './coverage.ts'
import { chanceOf } from './dice.ts'
import { EventHeap } from './event-heap.ts'
import { Fleet } from './fleet.ts'
import { OFFSHORE_INTERVAL_S, positionIntervalS, STATIC_INTERVAL_S } from './intervals.ts'
import { anInstant, stateAt } from './motion.ts'
import { isSilent, positionSentences, staticSentences } from './reports.ts'
import { SCENARIOS, type Scenario, type ScenarioName } from './scenarios.ts'
import { playScript } from './scripts.ts'
import type { Ship } from './ship.ts'
import { SOURCES } from './sources.ts'
import { spoil } from './spoil.ts'

export type SeaOptions = {
  scenario: ScenarioName
  seed: number
  /** Epoch ms of the first moment. */
  startAt: number
}

/** Disturbances between vessels and feeds, besides the permanent ones. */
export type Disorder = {
  /** Share of reports that no receiver receives. */
  lost: number
  /** Clocks of receivers are wrong by up to so much, either way. */
  jitterS: number
  /** A partner passes everything on once more, a cable or two aside and by a clock of his own. */
  isDisputed: boolean
}
/** Vessels put to sea besides those of a scenario, and their reception. */
export type Crew = {
  ships: readonly Ship[]
  /** Seconds between reports, at least: fewer sentences for the same hours. */
  leastIntervalS: number
  /** So many receivers pass a report on, at most. */
  receivers: number
  disorder: Disorder
  isDown: (source: number, at: number) => boolean
  skewMs: (mmsi: number) => number
}

/** Sentences that reach a feed together, without line ends. */
export type Arrival = { source: number; at: number; lines: string[] }

const POSITION = 0
const STATIC = 1
type Kind = typeof POSITION | typeof STATIC
type Report = { ship: number; kind: Kind; observedAt: number; hearing: Receiver; isDisputed: boolean }

/** Statics follow the first position within this time. */
const STATICS_WITHIN_MS = 4000
/** Share of spoiled reports that lost their position; the others are spoiled on the wire. */
const LOST_FIX_SHARE = 0.15
/** Index of the source that passes on reports of others, and the changes it makes to them. */
const PARTNER = SOURCES.findIndex(({ code }) => code === 'PARTNER')
const HIS = { aside: { lat: 0.0007, lon: -0.0006 }, clockMs: 8000 }

/** Sea that runs by a given clock. Its output depends on the options only, not on the steps of the clock. */
export class Sea {
  readonly ships: readonly Ship[]
  readonly #seed: number
  readonly #startAt: number
  readonly #events = new EventHeap()
  readonly #arrivals = new EventHeap()
  readonly #reports: Report[] = []
  readonly #free: number[] = []
  readonly #reported: Uint8Array
  readonly #stretch: number
  readonly #sequence = SOURCES.map(() => 0)
  readonly #here = anInstant()
  readonly #crew: Crew | null

  constructor({ scenario: name, seed, startAt }: SeaOptions, crew: Crew | null = null) {
    const scenario: Scenario = SCENARIOS[name]
    if (crew === null) {
      const fleet = new Fleet(scenario, seed)
      playScript(fleet, scenario.script, seed)
      this.ships = fleet.ships
    } else this.ships = crew.ships
    this.#crew = crew
    this.#seed = seed
    this.#startAt = startAt
    this.#reported = new Uint8Array(this.ships.length * 2)
    for (const { index } of this.ships) {
      const first = startAt + chanceOf(seed, index, 11) * scenario.fillSeconds * 1000
      this.#events.push(first, index * 2 + POSITION)
      this.#events.push(first + 200 + chanceOf(seed, index, 12) * STATICS_WITHIN_MS, index * 2 + STATIC)
    }
    this.#stretch = crew === null ? Math.max(1, this.#nominalRate() / scenario.fixesPerSecond) : 1
  }

  /** Moves the clock to `to` (epoch ms) and yields what has reached the feeds by then, in order of time. */
  *advance(to: number): Generator<Arrival> {
    for (;;) {
      const nextEvent = this.#events.nextTime()
      const nextArrival = this.#arrivals.nextTime()
      if (Math.min(nextEvent, nextArrival) > to) return
      if (nextEvent <= nextArrival) this.#transmit(this.#events.pop(), nextEvent)
      else yield this.#arrive(this.#arrivals.pop(), nextArrival)
    }
  }

  /** Yields what one source would know of every vessel at `at`, for a feed that connects late. */
  *catchUp(source: number, at: number): Generator<string[]> {
    for (const ship of this.ships) {
      stateAt(ship.motion, at, this.#here)
      const heard = stationsReceiving(this.#here.lat, this.#here.lon)
      const hearing =
        heard.length > 0 ? heard.find((one) => one.source === source) : this.#anySatellite(ship.index)
      if (hearing?.source !== source || isSilent(ship, at)) continue
      const sending = this.#sendingOf({
        ship: ship.index,
        kind: POSITION,
        observedAt: at,
        hearing,
        isDisputed: false,
      })
      yield positionSentences(ship, at, sending)
      const lines = staticSentences(ship, this.#seed, at, sending)
      if (lines.length > 0) yield lines
    }
  }

  /** Returns position reports a second without reduced rates. */
  #nominalRate(): number {
    let rate = 0
    for (const ship of this.ships) {
      stateAt(ship.motion, this.#startAt, this.#here)
      const heard = stationsReceiving(this.#here.lat, this.#here.lon).length
      const interval = positionIntervalS(ship.kind, this.#here, isTurning(ship))
      rate += heard > 0 ? heard / interval : 0.5 / Math.max(interval, OFFSHORE_INTERVAL_S)
    }
    return rate
  }

  #anySatellite(ship: number): Receiver {
    const source = SATELLITE_SOURCES[chanceOf(this.#seed, ship, 5) < 0.7 ? 0 : 1]!
    return { source, station: SOURCES[source]!.code }
  }

  #transmit(event: number, at: number): void {
    const index = event >> 1
    const kind: Kind = (event & 1) === 0 ? POSITION : STATIC
    const ship = this.ships[index]!
    stateAt(ship.motion, at, this.#here)
    const heard = this.#stations(at)
    const isCoastal = heard.length > 0
    if (kind === POSITION || ship.kind === 'A' || ship.kind === 'B') {
      if (!isSilent(ship, at)) this.#receive(ship, kind, at, isCoastal ? heard : this.#satellites(at))
      this.#events.push(at + this.#intervalMs(ship, kind, isCoastal, at), event)
    }
  }

  #stations(at: number): Receiver[] {
    const heard = stationsReceiving(this.#here.lat, this.#here.lon)
    const crew = this.#crew
    return crew === null
      ? heard
      : heard.filter(({ source }) => !crew.isDown(source, at)).slice(0, crew.receivers)
  }

  #satellites(at: number): Receiver[] {
    return satellitesReceiving(this.#here.lat, this.#here.lon, at)
      .filter((source) => this.#crew?.isDown(source, at) !== true)
      .map((source) => ({ source, station: SOURCES[source]!.code }))
  }

  #intervalMs(ship: Ship, kind: Kind, isCoastal: boolean, at: number): number {
    const due =
      kind === STATIC ? STATIC_INTERVAL_S : positionIntervalS(ship.kind, this.#here, isTurning(ship))
    const query = Math.max(due, isCoastal ? (this.#crew?.leastIntervalS ?? 0) : OFFSHORE_INTERVAL_S)
    // Slots are taken at random about the nominal time (M.1371, self-organised access).
    return query * 1000 * this.#stretch * (0.93 + 0.14 * chanceOf(this.#seed, ship.index * 2 + kind, at))
  }

  /** Lets the receivers of a report pass it on, each after its own delay. */
  #receive(ship: Ship, kind: Kind, at: number, heard: readonly Receiver[]): void {
    const slot = ship.index * 2 + kind
    const isFirst = this.#reported[slot] === 0
    const disorder = this.#crew?.disorder
    let nth = 0
    const isCoastal = heard.some(({ source }) => SOURCES[source]!.satellites === 0)
    if (disorder?.isDisputed === true && isCoastal && !isFirst)
      this.#post(at + (15 + 25 * chanceOf(this.#seed, slot, at + 7)) * 1000, {
        ship: ship.index,
        kind,
        observedAt: at,
        hearing: { source: PARTNER, station: 'PX-EXCHANGE' },
        isDisputed: true,
      })
    if (disorder !== undefined && !isFirst && chanceOf(this.#seed, slot, at + 9) < disorder.lost) return
    for (const hearing of heard) {
      const { latencyS, heard: share } = SOURCES[hearing.source]!
      const what = slot * 64 + nth++
      if (chanceOf(this.#seed, what, at) >= share && !isFirst) continue
      const more = -Math.log(1 - chanceOf(this.#seed, what, at + 1)) * latencyS[1]
      const delay = (latencyS[0] + more) * 1000
      // The first report of a vessel arrives at once, so that a picture fills; out at sea it is an old one.
      const isBacklog = isFirst && latencyS[0] >= 10
      this.#post(isBacklog ? at : at + delay, {
        ship: ship.index,
        kind,
        observedAt: isBacklog ? at - delay : at,
        hearing,
        isDisputed: false,
      })
      this.#reported[slot] = 1
    }
    if (isFirst && heard.length === 0) {
      const hearing = this.#anySatellite(ship.index)
      const old = (60 + chanceOf(this.#seed, slot, at) * 1200) * 1000
      this.#post(at, { ship: ship.index, kind, observedAt: at - old, hearing, isDisputed: false })
      this.#reported[slot] = 1
    }
  }

  #post(at: number, report: Report): void {
    const id = this.#free.pop() ?? this.#reports.length
    this.#reports[id] = report
    this.#arrivals.push(at, id)
  }

  #sendingOf({ ship, kind, observedAt, hearing, isDisputed }: Report) {
    const sequenceId = (this.#sequence[hearing.source] = (this.#sequence[hearing.source]! + 1) % 10)
    const talker = hearing.source === 0 ? 'BS' : 'AI'
    const radioChannel: 'A' | 'B' = chanceOf(this.#seed, ship * 2 + kind, observedAt + 2) < 0.5 ? 'A' : 'B'
    const sending = { station: hearing.station, talker, sequenceId, radioChannel, isLost: false }
    if (this.#crew === null) return sending
    const { disorder, skewMs } = this.#crew
    const jitter =
      (2 * chanceOf(this.#seed, ship * 32 + hearing.source, observedAt + 5) - 1) * disorder.jitterS * 1000
    const clockMs = jitter + skewMs(this.ships[ship]!.mmsi) + (isDisputed ? HIS.clockMs : 0)
    return { ...sending, clockMs, ...(isDisputed ? { aside: HIS.aside } : {}) }
  }

  /** Only now, when it reaches a feed, is a report put into sentences. */
  #arrive(id: number, at: number): Arrival {
    const report = this.#reports[id]!
    this.#free.push(id)
    const { kind, observedAt, hearing } = report
    const ship = this.ships[report.ship]!
    const { source } = hearing
    const error = chanceOf(this.#seed, report.ship * 16 + source, observedAt + 3) / SOURCES[source]!.errorRate
    const sending = { ...this.#sendingOf(report), isLost: error < LOST_FIX_SHARE }
    const lines =
      kind === POSITION
        ? positionSentences(ship, observedAt, sending)
        : staticSentences(ship, this.#seed, observedAt, sending)
    const isSpoiled = error >= LOST_FIX_SHARE && error < 1
    return {
      source,
      at,
      lines: isSpoiled ? spoil(lines, (error - LOST_FIX_SHARE) / (1 - LOST_FIX_SHARE)) : lines,
    }
  }
}

/** Boats at work turn all the time; ships on their way do so for minutes in a day, which is left out. */
const isTurning = ({ motion }: Ship) => motion.kind === 'roam'

/** A sea for a scenario, a seed and a first moment: the same three give the same sentences, byte for byte. */
export const createSea = (options: SeaOptions) => new Sea(options)
