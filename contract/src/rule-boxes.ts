import { z } from 'zod'
import { anything, Instant, op } from './kernel.ts'
import { RuleDraft } from './rules.ts'

/** How many ships one condition of a rule holds of, or a group of them. */
export const RuleBox = z.object({
  /** Where it stands in the draft: `when.of.0`, `unless`, `when.of.1.to.of.0`, `when.steps.1`. */
  path: z.string(),
  /** So many ships it holds of as they are now; null of what cannot be told by that. */
  holds: z.number().nullable(),
  /** Of so many more nobody can say; null as above. */
  unknown: z.number().nullable(),
  /** What the number leaves out, or why there is none; empty where there is nothing to say. */
  about: z.string(),
})
export type RuleBox = z.output<typeof RuleBox>

/**
 * Of how many ships of the live picture each condition of a draft holds now, of those the caller sees and by what he sees of
 * them: a condition by itself, so that one of the exceptions is counted like any other. How long and how often is not counted;
 * what only shows over time has no number, and is unknown in the groups it stands in.
 */
export const countRuleBoxes = op({
  name: 'countRuleBoxes',
  route: 'POST /v2/rule-boxes',
  who: 'user',
  cut: 'release',
  costly: 'always',
  past: 'NOW',
  example: {
    draft: {
      name: 'Slow ships',
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
    /** So many ships were asked of. */
    of: z.number(),
    boxes: z.array(RuleBox),
  }),
})
