import { useDebouncedValue } from '@mantine/hooks'
import { quickSearch, type Found } from '@samudra/contract/search'
import type { KeyboardEvent } from 'react'
import { call } from '../wire/call.ts'
import { useAnswer } from '../wire/use-answer.ts'

const MOST = 12
const LEAST_LETTERS = 2
const PAUSE_MS = 120

/** What answers to the text of a search box, asked when typing pauses; `isPending` until the text as it stands is answered. */
export function useFinds(text: string) {
  const typed = text.trim()
  const [asked] = useDebouncedValue(typed, PAUSE_MS)
  const isAsked = asked.length >= LEAST_LETTERS
  const { data, isFetching, error } = useAnswer(quickSearch, { q: asked, limit: MOST }, { enabled: isAsked })
  const isPending = typed.length >= LEAST_LETTERS && (asked !== typed || isFetching)
  return { asked, isAsked, data, isFetching, error, isPending }
}

/**
 * Enter in a search box whose answer is still on its way: `take` gets the finds when they are there, if the text stands
 * as it was. Any other key, and Enter with an answer, go on to the box.
 */
export async function enterEarly(
  event: KeyboardEvent<HTMLInputElement>,
  isPending: boolean,
  take: (found: Found[]) => void,
): Promise<void> {
  if (event.key !== 'Enter' || !isPending || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.stopPropagation()
  const field = event.currentTarget
  const text = field.value
  // What went wrong is told where the finds would stand.
  const found = await call(quickSearch, { q: text.trim(), limit: MOST }).catch(() => [])
  if (field.value === text) take(found)
}
