import { z } from 'zod'
import { anything, Instant, op } from './kernel.ts'
import { RuleDraft } from './rules.ts'

/** Number of vessels that match one condition of a rule, or a group of conditions. */
export const RuleBox = z.object({
  /** Where it stands in the draft: `when.of.0`, `unless`, `when.of.1.to.of.0`, `when.steps.1`. */
  path: z.string(),
  /** Number of vessels for which it holds now; null where a single moment cannot decide it. */
  holds: z.number().nullable(),
  /** Number of vessels that cannot be evaluated; null as above. */
  unknown: z.number().nullable(),
  /** Exclusions of the number, or the reason for its absence; empty without either. */
  about: z.string(),
})
export type RuleBox = z.output<typeof RuleBox>

/**
 * Counts, for each condition of a draft, the vessels of the live picture that match now and are visible to the
 * caller. Each condition is counted by itself, exceptions too. Duration and frequency are not evaluated. A condition
 * that only holds over time has no number and is unknown in its groups.
 */
export const countRuleBoxes = op({
  name: 'countRuleBoxes',
  route: 'POST /v2/rule-boxes',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'NOW',
  ruleAt: 'draft',
  example: {
    draft: {
      name: 'Slow vessels',
      severity: 'LOW',
      category: 'AIS_BEHAVIOUR',
      visibility: 'PRIVATE',
      subject: 'VESSEL',
      when: { k: 'attr', field: 'sog', cmp: 'lt', value: 2 },
      dedupe: { key: ['mmsi'], window_min: 60 },
      limits: { max_hits_per_hour: 100 },
    },
  },
  input: z.object({
    /** Read as a whole. */
    draft: anything(1_000_000).pipe(RuleDraft),
  }),
  output: z.object({
    as_of: Instant,
    /** Number of vessels evaluated. */
    of: z.number(),
    boxes: z.array(RuleBox),
  }),
})
