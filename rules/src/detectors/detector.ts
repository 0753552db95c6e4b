import { RuleDraft, type RuleNode } from '@samudra/contract/rules'
import { read } from '@samudra/contract/kernel'

/** Sources of thresholds that detectors share: the specification, and our definitions of anomalies. */
export const D3 = 'specified (D3)'
export const DESIGN = 'ours (definitions of anomalies)'

/** Number an administrator may change; `source` gives the origin of its value. */
export type Threshold = {
  key: string
  /** Label, in words that continue with its value and unit. */
  label: string
  unit: 'kn' | 'NM' | 'min' | 'h' | '°' | 'sd' | 'days' | 'm' | 'times' | null
  default: number
  least: number
  most: number
  source: string
}

/** Settings of a centre: flags that are not foreign (countries as vessels' own read), and its areas of interest. */
export type Site = { home: readonly string[]; areas: readonly string[] }

/** Fields of a rule that a detector writes; the rest is the same for all. */
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
    /** Minimum minutes before it is reported again of a vessel. */
    againAfterMin: number
    /** Other appearances of the same cause, for the explanation alone. */
    besides?: readonly RuleNode[]
    /** Key that distinguishes rules of one detector. */
    part?: string
    /** Summary of its alerts, where it differs from the detector's; they have its own name then. */
    summary?: string
  }

/** A detector: rules like any other, with thresholds that are edited. Codes and texts are those of the specification. */
export type Detector = {
  code: string
  /** Other codes the specification has for the same. */
  alias?: string
  label: string
  /** Text of its alert. */
  text: string
  severity: RuleDraft['severity']
  description: string
  thresholds: readonly Threshold[]
  rules: (value: (key: string) => number, site: Site) => WrittenRule[]
}

/** Rule that a detector makes: like any other, with other appearances of its cause. */
export type DetectorRule = RuleDraft & { besides?: readonly RuleNode[]; summary?: string }

/** Error of an invalid threshold; the message names it and the allowed range. */
export class ThresholdFault extends RangeError {}

export const threshold = (
  key: string,
  label: string,
  unit: Threshold['unit'],
  value: number,
  [least, most]: readonly [number, number],
  source: string,
): Threshold => ({ key, label, unit, default: value, least, most, source })

/** Keys by which a subject is reported once: a vessel, two of them, or an event where many are. */
const KEYS = { VESSEL: 'mmsi', PAIR: 'pair', AREA: 'aoi' } as const

/** Returns the rules of a detector with edited thresholds; others have their defaults. Throws ThresholdFault. */
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
      throw new ThresholdFault(`${key} of ${code} is ${value}; use ${known.least} to ${known.most}`)
  }
  const valueOf = (key: string) => edited[key] ?? thresholds.find((one) => one.key === key)!.default
  return detector.rules(valueOf, site).map(({ againAfterMin, part, besides, summary, ...rule }) => {
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
    if (!draft.ok) throw new ThresholdFault(`${code} makes an invalid rule: ${JSON.stringify(draft.fields)}`)
    return {
      ...draft.value,
      ...(besides !== undefined && { besides }),
      ...(summary !== undefined && { summary }),
    }
  })
}
