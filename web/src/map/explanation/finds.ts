import { useDebouncedValue } from '@mantine/hooks'
import { quickSearch, type Found } from '@samudra/contract/search'
import { useMemo, type KeyboardEvent } from 'react'
import { call } from '../../wire/call.ts'
import { useWire } from '../../wire/transport.ts'
import { useChart } from '../chart/chart.store.ts'
import { useAnswer } from '../../wire/use-answer.ts'
import { findHeld } from './held-finds.ts'

const MOST = 12
const LEAST_LETTERS = 2
const PAUSE_MS = 120

/** A search from where the chart looks, or was left. */
function nearView(q: string) {
  const { view } = useChart.getState()
  if (view === null) return { q, limit: MOST }
  const [lon, lat] = view.center
  return { q, limit: MOST, lat, lon: ((((lon + 180) % 360) + 360) % 360) - 180 }
}

/**
 * Returns the finds for the text of a search box, queried when typing pauses; `isPending` until the current text is
 * answered. While the server is not received, `isHeldOnly` is set and the page itself searches.
 */
export function useFinds(text: string) {
  const typed = text.trim()
  const [paused] = useDebouncedValue(typed, PAUSE_MS)
  const isHeldOnly = useWire(({ link }) => link === 'lost')
  // The local search needs no pause.
  const query = isHeldOnly ? typed : paused
  const isQuery = query.length >= LEAST_LETTERS
  // Where one looks while typing; who pans afterwards has the same list before him.
  const near = useMemo(() => nearView(query), [query])
  const answer = useAnswer(quickSearch, near, { enabled: isQuery && !isHeldOnly })
  const held = useMemo(
    () => (isHeldOnly && isQuery ? findHeld(query, MOST) : []),
    [isHeldOnly, isQuery, query],
  )
  if (isHeldOnly)
    return { query, isQuery, isHeldOnly, data: held, isFetching: false, error: null, isPending: false }
  const { data, isFetching, error } = answer
  const isPending = typed.length >= LEAST_LETTERS && (query !== typed || isFetching)
  return { query, isQuery, isHeldOnly, data, isFetching, error, isPending }
}

/**
 * Returns the finds once, for callers without a search box: from the server, or from the page while the server is not
 * received.
 */
export const findOnce = (text: string): Promise<Found[]> =>
  useWire.getState().link === 'lost'
    ? Promise.resolve(findHeld(text, MOST))
    : call(quickSearch, nearView(text))

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
  // The error appears in the place of the finds.
  const found = await findOnce(text.trim()).catch(() => [])
  if (field.value === text) take(found)
}
