import { z } from 'zod'
import { MmsiText, push } from './kernel.ts'

/** The most results that one push names. */
export const MOST_RESULTS_PUSHED = 100
/** Push of results that were created or changed, as far as the recipient may know of them. */
export const ruleResultsChanged = push({
  wire: 'rule_results_changed',
  payload: z.object({
    results: z
      /** Without a ship what was found of an area. */
      .array(z.object({ id: z.string(), rule_id: z.string(), mmsi: MmsiText.nullable() }))
      .max(MOST_RESULTS_PUSHED),
  }),
})
