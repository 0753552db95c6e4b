import { RuleDraft, type RuleNode } from '@samudra/contract/rules'
import { read } from '@samudra/contract/kernel'

/** Where values come from that more than one detector has: the specification, and our own definitions of anomalies. */
export const D3 = 'specified (D3)'
export const DESIGN = 'ours (definitions of anomalies)'

/** A number an administrator may change; `source` says where its value comes from. */
export type Threshold = {
  key: string
  /** What it is, in words that go on with its value and unit. */
  label: string
  unit: 'kn' | 'NM' | 'min' | 'h' | '°' | 'sd' | 'days' | 'm' | 'times' | null
  default: number
  least: number
  most: number
  source: string
}

/** What a centre says of itself: whose flag is no foreign one (countries as ships' own read), and its areas of interest. */
export type Site = { home: readonly string[]; areas: readonly string[] }

/** What a detector writes of a rule; the rest is the same for all. */
export type WrittenRule = Pick<RuleDraft, 'when'> &
  Partial<
    Pick<
      RuleDraft,
      | 'severity'
      | 'scope'
      | 'unless'
      | 'grace_min'
      | 'exclude_in_port'
      | 'require_coverage'
      | 'allowed_lateness_min'
    >
  > & {
    subject?: keyof typeof KEYS
    /** Said again of a ship after so many minutes at the earliest. */
    againAfterMin: number
    /** What else the same cause looks like, for the explanation alone. */
    besides?: readonly RuleNode[]
    /** Tells rules of one detector apart. */
    part?: string
    /** What its alerts say, where that is not what those of the detector say; they are called by its own name then. */
    says?: string
  }

/** A detector: rules like any other, with thresholds that are edited. Codes and texts are those of the specification. */
export type Detector = {
  code: string
  /** Other codes the specification has for the same. */
  alias?: string
  label: string
  /** What its alert says. */
  text: string
  severity: RuleDraft['severity']
  description: string
  thresholds: readonly Threshold[]
  rules: (value: (key: string) => number, site: Site) => WrittenRule[]
}

/** What a detector makes: a rule like any other, and what else its cause looks like. */
export type DetectorRule = RuleDraft & { besides?: readonly RuleNode[]; says?: string }

/** A threshold that cannot be taken; the message names it and what it may be. */
export class ThresholdFault extends RangeError {}

export const threshold = (
  key: string,
  label: string,
  unit: Threshold['unit'],
  value: number,
  [least, most]: readonly [number, number],
  source: string,
): Threshold => ({ key, label, unit, default: value, least, most, source })

/** What is told of once: a ship, two of them, or what happens where many are. */
const KEYS = { VESSEL: 'mmsi', PAIR: 'pair', AREA: 'aoi' } as const

/** The rules of a detector under thresholds that were edited; those that were not are as they were published. Throws ThresholdFault. */
export function draftsOf(
  detector: Detector,
  edited: Readonly<Record<string, number>>,
  site: Site,
): DetectorRule[] {
  const { code, thresholds, label, description, severity } = detector
  for (const [key, value] of Object.entries(edited)) {
    const known = thresholds.find((one) => one.key === key)
    if (known === undefined)
      throw new ThresholdFault(
        `${code} has no threshold ${key}; it has ${thresholds.map((one) => one.key).join(', ') || 'none'}`,
      )
    if (!(value >= known.least && value <= known.most))
      throw new ThresholdFault(`${key} of ${code} is from ${known.least} to ${known.most}, not ${value}`)
  }
  const valueOf = (key: string) => edited[key] ?? thresholds.find((one) => one.key === key)!.default
  return detector.rules(valueOf, site).map(({ againAfterMin, part, besides, says, ...rule }) => {
    const draft = read(RuleDraft, {
      name: part === undefined ? label : `${label}: ${part}`,
      description,
      severity,
      category: 'AIS_BEHAVIOUR',
      visibility: 'CENTRE',
      subject: 'VESSEL',
      dedupe: { key: [KEYS[rule.subject ?? 'VESSEL']], window_min: againAfterMin },
      limits: { max_hits_per_hour: 1000 },
      ...rule,
    })
    if (!draft.ok) throw new ThresholdFault(`${code} makes no rule: ${JSON.stringify(draft.fields)}`)
    return {
      ...draft.value,
      ...(besides !== undefined && { besides }),
      ...(says !== undefined && { says }),
    }
  })
}
