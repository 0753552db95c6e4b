import { countRuleBoxes } from '@samudra/contract/rule-boxes'
import { useEffect, useState } from 'react'
import { call } from '../../../../wire/call.ts'
import { requestOf, byKey, type Counted, type CountOf } from './counts.ts'
import type { Draft } from '../builder/rule-draft.ts'
import { keyOf } from '../builder/tree.ts'

/** Pause after typing before counts are requested, and the interval at which they repeat, because vessels move. */
const [REST_MS, AGAIN_MS] = [500, 15_000]
const NONE: ReadonlyMap<number, Counted> = new Map()

/**
 * Returns how many vessels of the picture each condition of a draft matches now. While the user types, the last number
 * is shown.
 */
export function useCounts(draft: Draft): CountOf {
  const [counts, setCounts] = useState(NONE)
  const { when, scope, unless, clear, subject } = draft
  useEffect(() => {
    const query = requestOf(draft)
    if (query === null) return undefined
    const over = new AbortController()
    let waiting: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      try {
        const { boxes } = await call(countRuleBoxes, { draft: query.rule }, { signal: over.signal })
        if (over.signal.aborted) return
        setCounts(byKey(query, boxes))
      } catch {
        // There is no number until it is requested again.
        if (over.signal.aborted) return
        setCounts(NONE)
      }
      waiting = setTimeout(() => void ask(), AGAIN_MS)
    }
    waiting = setTimeout(() => void ask(), REST_MS)
    return () => {
      over.abort()
      clearTimeout(waiting)
    }
    // Names and limits do not change what is counted.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [when, scope, unless, clear, subject])
  return (node) => counts.get(keyOf(node))
}
