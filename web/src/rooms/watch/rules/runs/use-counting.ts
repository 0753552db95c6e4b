import { ruleResultsChanged } from '@samudra/contract/rule-news'
import { useEffect, useRef } from 'react'
import { rules } from '../../../../stored/rules.ts'
import { usePush } from '../../../../wire/push.ts'

/** Delay after a hit before hits are counted again, ms. */
const COUNT_MS = 5000

/** Reads how rules do again, a while after something was found. */
export function useCounting() {
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  usePush(ruleResultsChanged, () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined
      void rules.read()
    }, COUNT_MS)
  })
  useEffect(() => () => clearTimeout(waiting.current), [])
}
