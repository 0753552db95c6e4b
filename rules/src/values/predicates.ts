import type { RuleNode } from '@samudra/contract/rules'
import { WEATHER_COMPARISONS, WEATHER_UNITS, type WeatherLayerId } from '@samudra/contract/weather'
import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { needsOfNumber, numberTest } from './attr.ts'
import { countSources } from './fields.ts'
import type { Cause, VesselUpdate, Moment } from '../running/moment.ts'
import { Node, type Explained, type Need } from '../plans/node.ts'
import { RuleFault } from '../plans/rule-fault.ts'
import { FALSE, isTrue, TRUE, UNKNOWN, VERDICT_WORDS, type Verdict } from '../plans/verdict.ts'
import { whereOf, type WeatherRun, type World } from '../world.ts'

type Of<K extends string> = Extract<RuleNode, { k: K }>
const MINUTE_MS = 60_000
const twoDigits = (value: number) => (Number.isFinite(value) ? Math.round(value * 100) / 100 : null)

/** Condition that nothing was received of a vessel for so long; evaluated when a silence grew without a fix. */
export class SilenceNode extends Node {
  override readonly needs: readonly Need[] = [{ kind: 'MOMENT', of: 'SILENCE' }]
  override readonly causes: readonly Cause[] = [this]
  readonly ms: number
  /** Delay before a silence is reported, because late data may still fill it, ms. */
  readonly waitMs: number
  constructor(key: string, { min }: Pick<Of<'silence'>, 'min'>, latenessMin: number) {
    super(key)
    this.ms = min * MINUTE_MS
    this.waitMs = latenessMin * MINUTE_MS
  }
  protected evaluate(m: Moment): Verdict {
    return m.fix.at === 0 ? UNKNOWN : isTrue(m.at - m.fix.at >= this.ms)
  }
  override begunAt({ fix }: Moment): number {
    return fix.at
  }
  protected override found(m: Moment): Partial<Explained> {
    return {
      value: twoDigits((m.at - m.fix.at) / MINUTE_MS),
      threshold: this.ms / MINUTE_MS,
      unit: 'min',
      window: { from: m.fix.at, to: m.at },
    }
  }
}

/** Condition that a vessel was received again after so long; unknown for a vessel never received before. */
class AppearNode extends Node {
  override readonly needs: readonly Need[]
  readonly #ms: number
  constructor(key: string, { after_min }: Of<'appear'>) {
    super(key)
    this.#ms = after_min * MINUTE_MS
    this.needs = [
      { kind: 'OVER', field: 'gap', bound: this.#ms, read: (m) => (m.isFix ? m.gapMs : Number.NaN) },
    ]
  }
  protected evaluate(m: Moment): Verdict {
    if (!m.isFix) return FALSE
    return m.before.at === 0 ? UNKNOWN : isTrue(m.gapMs >= this.#ms)
  }
  protected override found(m: Moment): Partial<Explained> {
    return {
      value: twoDigits(m.gapMs / MINUTE_MS),
      threshold: this.#ms / MINUTE_MS,
      unit: 'min',
      window: { from: m.before.at, to: m.at },
      fix_ids: [m.before.id, m.fix.id].filter((id) => id !== 0),
    }
  }
}

type OfKind<K extends VesselUpdate['kind']> = Extract<VesselUpdate, { kind: K }>

/** Condition that something was found or reported about a vessel at this moment. */
class HappeningNode<K extends VesselUpdate['kind']> extends Node {
  override readonly needs: readonly Need[] = [{ kind: 'MOMENT', of: 'NEWS' }]
  override readonly causes: readonly Cause[]
  readonly #kind: K
  readonly #isMatch: (happening: OfKind<K>) => boolean
  readonly #nameOf: (happening: OfKind<K>) => string
  constructor(
    key: string,
    kind: K,
    isMatch: (happening: OfKind<K>) => boolean,
    nameOf: (happening: OfKind<K>) => string,
  ) {
    super(key)
    this.#kind = kind
    this.causes = [kind]
    this.#isMatch = isMatch
    this.#nameOf = nameOf
  }
  protected evaluate({ happening }: Moment): Verdict {
    return isTrue(happening?.kind === this.#kind && this.#isMatch(happening as OfKind<K>))
  }
  protected override found({ happening }: Moment): Partial<Explained> {
    return happening?.kind === this.#kind ? { value: this.#nameOf(happening as OfKind<K>) } : {}
  }
}

class ListNode extends Node {
  override readonly isStatic = true
  override readonly causes: readonly Cause[] = ['LISTS']
  readonly #list: string
  readonly #isIn: boolean
  constructor(key: string, { list, in: isIn }: Of<'list'>) {
    super(key)
    this.#list = list
    this.#isIn = isIn
  }
  protected evaluate({ memory }: Moment): Verdict {
    return isTrue(memory.lists.includes(this.#list) === this.#isIn)
  }
}

/** Condition on the receivers of a vessel: one of some sources, their number, and their delay. */
class SourceNode extends Node {
  readonly #atQuery: Of<'source'>
  readonly #world: World
  constructor(key: string, condition: Of<'source'>, world: World) {
    super(key)
    this.#atQuery = condition
    this.#world = world
  }
  protected evaluate(m: Moment): Verdict {
    const { any, min_independent, max_latency_s } = this.#atQuery
    if (m.fix.at === 0) return UNKNOWN
    if (any !== undefined && !any.includes(this.#world.sourceCode(m.fix.source))) return FALSE
    if (min_independent !== undefined && countSources(m) < min_independent) return FALSE
    return isTrue(max_latency_s === undefined || m.fix.receivedAt - m.fix.at <= max_latency_s * 1000)
  }
  protected override found(m: Moment): Partial<Explained> {
    return { value: this.#world.sourceCode(m.fix.source) }
  }
}

/** A number that is worked out at a moment, beside a bound. */
export class MeasuredNode extends Node {
  readonly #read: (m: Moment) => number
  readonly #test: (found: number) => Verdict
  readonly #bound: number
  readonly #unit: string | null
  constructor(
    key: string,
    {
      read,
      test,
      bound,
      unit,
    }: { read: (m: Moment) => number; test: (found: number) => Verdict; bound: number; unit: string | null },
  ) {
    super(key)
    this.#read = read
    this.#test = test
    this.#bound = bound
    this.#unit = unit
  }
  protected evaluate(m: Moment): Verdict {
    return m.fix.at === 0 ? UNKNOWN : this.#test(this.#read(m))
  }
  protected override found(m: Moment): Partial<Explained> {
    return { value: twoDigits(this.#read(m)), threshold: this.#bound, unit: this.#unit }
  }
}

/** Condition on the weather at the position of the vessel. */
class WeatherNode extends MeasuredNode {
  override readonly needs: readonly Need[]
  readonly #runAt: (at: number) => WeatherRun | null
  constructor(key: string, { layer, cmp, value }: Of<'weather'>, world: World) {
    const read = ({ at, fix }: Moment) => world.weather(layer, fix.lat, fix.lon, at)
    super(key, {
      read,
      test: numberTest(cmp, value),
      bound: value,
      unit: WEATHER_UNITS[layer as WeatherLayerId] ?? null,
    })
    this.needs = needsOfNumber({ field: `weather ${layer}`, cmp, value }, { read })
    this.#runAt = (at) => world.weatherRun(layer, at)
  }
  protected override found(m: Moment): Partial<Explained> {
    const run = this.#runAt(m.at)
    return { ...super.found(m), of: run === null ? [] : [explainedByRun(run, this.verdict(m))] }
  }
}
const explainedByRun = ({ run, isSimulated }: WeatherRun, verdict: Verdict): Explained => ({
  asked: `forecast by the ${isSimulated ? 'SIMULATED ' : ''}model run of ${new Date(run).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  verdict: VERDICT_WORDS[verdict],
  value: null,
  threshold: null,
  unit: null,
  window: null,
  fix_ids: [],
  of: [],
})

/** Throws RuleFault for a comparison no such number takes. */
function weatherNode(key: string, condition: Of<'weather'>, world: World): Node {
  if (!WEATHER_COMPARISONS.some((cmp) => cmp === condition.cmp))
    throw new RuleFault(
      `weather cannot be compared with ${condition.cmp}; use one of ${WEATHER_COMPARISONS.join(', ')}`,
      'cmp',
    )
  return new WeatherNode(key, condition, world)
}

const baselineNode = (key: string, { metric, z, days, of }: Of<'baseline'>, world: World) =>
  new MeasuredNode(key, {
    read: (m) => world.deviation(metric, of, days, whereOf(m)),
    test: (found) => (Number.isNaN(found) ? UNKNOWN : isTrue(Math.abs(found) > z)),
    bound: z,
    unit: 'sd',
  })

export function nearPointNode(
  key: string,
  { nm, max_sog }: Of<'near'>,
  { lat, lon }: { lat: number; lon: number },
) {
  return new MeasuredNode(key, {
    read: ({ fix }) => {
      if (max_sog !== undefined && !(fix.sog <= max_sog)) return Number.isNaN(fix.sog) ? Number.NaN : Infinity
      return metresBetween(fix.lat, fix.lon, lat, lon) / METRES_PER_NM
    },
    test: (found) => (Number.isNaN(found) ? UNKNOWN : found <= nm ? TRUE : FALSE),
    bound: nm,
    unit: 'NM',
  })
}

/** Conditions that stand by themselves: they ask a moment and nothing else. */
export function plainNode(
  key: string,
  condition: Of<'event' | 'port' | 'appear' | 'list' | 'source' | 'weather' | 'baseline'>,
  world: World,
): Node {
  switch (condition.k) {
    case 'event': {
      const { types, min_confidence = 0 } = condition
      return new HappeningNode(
        key,
        'EVENT',
        ({ type, confidence, was = -1 }) =>
          types.includes(type) && confidence >= min_confidence && was < min_confidence,
        ({ type, confidence }) => `${type}, confidence ${confidence}`,
      )
    }
    case 'port':
      return new HappeningNode(
        key,
        'PORT',
        ({ rel, port }) => rel === condition.rel && (condition.port === undefined || port === condition.port),
        ({ rel, port }) => `${rel} ${port}`,
      )
    case 'appear':
      return new AppearNode(key, condition)
    case 'list':
      return new ListNode(key, condition)
    case 'source':
      return new SourceNode(key, condition, world)
    case 'weather':
      return weatherNode(key, condition, world)
    case 'baseline':
      return baselineNode(key, condition, world)
  }
}
