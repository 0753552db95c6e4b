import { z } from 'zod'
import { FlagNames } from './countries.ts'
import { SEVERITIES } from './event-types.ts'
import { Id, Instant, listOf, op } from './kernel.ts'
import { kind } from './kind.ts'
import { listing, objectColumns, versionColumns } from './objects.ts'
import { RuleDraft } from './rules.ts'

const Threshold = z.object({
  key: z.string(),
  /** Name, in words that are followed by value and unit. */
  label: z.string(),
  /** Null for what is only counted. */
  unit: z.string().nullable(),
  value: z.number(),
  /** Default value and its bounds. */
  usual: z.number(),
  least: z.number(),
  most: z.number(),
  /** Where the usual value comes from. */
  source: z.string(),
})

export type Threshold = z.output<typeof Threshold>

/** A value of a threshold as it is read. */
export const thresholdText = (value: number, { unit }: Pick<Threshold, 'unit'>) =>
  `${value}${unit === null ? '' : unit === '°' ? unit : ` ${unit}`}`

/** Detector: finds one kind of behaviour in vessels' reports, with its numbers. */
export const Detector = z.object({
  ...objectColumns,
  /** As the specification spells it; also its `id`. */
  code: z.string(),
  label: z.string(),
  /** Text of its alert. */
  text: z.string(),
  description: z.string(),
  severity: z.enum(SEVERITIES),
  enabled: z.boolean(),
  thresholds: z.array(Threshold),
  /** Countries whose ships are no foreign ones; null where nothing hangs on it. */
  home: z.array(z.string()).nullable(),
  /** The rules it consists of, read back. */
  sentences: z.array(z.string()),
  /** The same to begin a rule with; none of a detector that watches areas. */
  drafts: z.array(RuleDraft),
})
export type Detector = z.output<typeof Detector>

/** Every detector, by its label. */
export const getDetectors = op({
  name: 'getDetectors',
  route: 'GET /v2/detectors',
  bounded: 'PAGE',
  who: 'user',
  past: 'AS_OF',
  example: {},
  input: z.object({ ...listing }),
  output: listOf(Detector),
})

export const DETECTOR_STATES = ['READY', 'LEARNING', 'DEGRADED', 'OFF'] as const
const DetectorState = z.object({
  id: z.string(),
  /** LEARNING: finds nothing until enough days are known. DEGRADED: finds less than usual, for a reason named. */
  state: z.enum(DETECTOR_STATES),
  /** Reason of a state other than READY; empty of that. */
  words: z.string(),
  /** End of learning, as far as it is known. */
  until: Instant.nullable(),
})
export type DetectorState = z.output<typeof DetectorState>

/** States whether each detector can find something now, as far as the caller may know of sources. */
export const getDetectorStates = op({
  name: 'getDetectorStates',
  route: 'GET /v2/detectors/states',
  bounded: 'CENTRE',
  who: 'user',
  cut: 'release',
  past: 'NOW',
  example: {},
  input: z.object({}),
  output: z.object({ items: z.array(DetectorState), as_of: Instant }),
})

/** All versions of a detector, the first first: who set which threshold when, and why. */
export const getDetectorVersions = op({
  name: 'getDetectorVersions',
  route: 'GET /v2/detectors/{id}/versions',
  bounded: 'VERSIONS',
  who: 'user',
  past: 'VERSIONS',
  example: { id: 'SPEED_CHANGE' },
  input: z.object({ id: Id }),
  output: z.object({ items: z.array(Detector.extend(versionColumns)) }),
})

/** Sets thresholds of a detector, or switches it; what is not given stays, null sets a threshold to its usual value. */
export const updateDetector = op({
  name: 'updateDetector',
  route: 'POST /v2/detectors/{id}',
  bounded: 'ONE',
  who: 'admin',
  leaves: 'change',
  did: 'Changed a detector',
  example: { id: 'SPEED_CHANGE', expected_version: 0, reason: 'x' },
  input: z.object({
    id: Id,
    expected_version: z.number(),
    enabled: z.boolean().optional(),
    thresholds: z
      .array(z.object({ key: z.string().max(60), value: z.number().nullable() }))
      .max(60)
      .optional(),
    /** Countries, read as the names that records carry. */
    home: FlagNames.max(60).optional(),
    reason: z.string().trim().min(1).max(500),
  }),
  output: Detector,
})

export const detectorKind = kind<Detector>({
  type: 'detector',
  table: 'detectors',
  noun: 'detector',
  list: getDetectors,
  order: (a, b) => a.label.localeCompare(b.label, 'en') || (a.id < b.id ? -1 : 1),
  fields: [
    { label: 'Detector', text: ({ label }) => label },
    { label: 'State', text: ({ enabled }) => (enabled ? 'On' : 'Off') },
    {
      label: 'Thresholds',
      text: ({ thresholds }) =>
        thresholds
          .filter(({ value, usual }) => value !== usual)
          .map(
            (one) =>
              `${one.label} ${thresholdText(one.value, one)} (usually ${thresholdText(one.usual, one)})`,
          )
          .join('; ') || 'default',
    },
    { label: 'Home flags', text: ({ home }) => home?.join(', ') ?? '' },
  ],
})
