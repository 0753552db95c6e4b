import { useDebouncedValue } from '@mantine/hooks'
import {
  Spotlight,
  createSpotlight,
  type SpotlightActionData,
  type SpotlightFilterFunction,
} from '@mantine/spotlight'
import '@mantine/spotlight/styles.css'
import { isAdministrator } from '@samudra/contract/identity'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { showFound } from '../../map/explanation/found.store.ts'
import { useSession } from '../../wire/session.ts'
import { useChat } from '../../rooms/team/chat/state/chat.store.ts'
import { ACTIONS, chatEntries, findNamed, LEAST } from './palette.ts'
import { usePaletteRequests } from './palette-open.ts'
import { answering, screenEntries, type Entry } from './palette-entries.ts'

/** After a letter this long is waited for the next, milliseconds. */
const PAUSE_MS = 180
const RETENTION_MS = 10_000

const [store, palette] = createSpotlight()

/** Ctrl-K or Cmd-K from anywhere: every screen, what the rooms find, and what can be done to the frame. */
export function CommandPalette() {
  const navigate = useNavigate()
  const queries = usePaletteRequests((state) => state.times)
  useEffect(() => {
    if (queries > 0) palette.open()
  }, [queries])
  const isAdmin = useSession((state) => isAdministrator(state.user?.role ?? ''))
  const query = usePaletteRequests((state) => state.query)
  const [request] = useDebouncedValue(query.trim(), PAUSE_MS)
  const isQuery = request.length >= LEAST
  const found = useQuery({
    queryKey: ['palette', request],
    queryFn: () => findNamed(request),
    enabled: isQuery,
    staleTime: RETENTION_MS,
  })
  const go = (entry: Entry) => {
    if ('act' in entry) return entry.act()
    if ('to' in entry) return void navigate(entry.to)
    showFound(entry.found)
  }
  const shown = (entry: Entry): SpotlightActionData => ({
    id: entry.id,
    label: entry.label,
    leftSection: <entry.Icon size={18} stroke={1.6} aria-hidden />,
    ...(entry.detail === undefined ? {} : { description: entry.detail }),
    onClick: () => go(entry),
  })
  const chatState = useChat()
  const chat = useMemo(() => chatEntries(chatState), [chatState])
  const groups = [
    { group: 'Screens', entries: answering(query, screenEntries(isAdmin)) },
    { group: 'Chat', entries: answering(query, chat).slice(0, query.trim() === '' ? 5 : 12) },
    { group: 'Objects', entries: isQuery ? (found.data ?? []) : [] },
    { group: 'Actions', entries: answering(query, ACTIONS) },
  ]
  const listed = groups.flatMap(({ entries }) => entries.map(({ id }) => id)).join('\n')
  // Before anybody sees the list, and can press Enter.
  useLayoutEffect(keepSelection, [listed])
  return (
    <Spotlight
      store={store}
      actions={groups
        .filter(({ entries }) => entries.length > 0)
        .map(({ group, entries }) => ({ group, actions: entries.map(shown) }))}
      filter={asGiven}
      query={query}
      onQueryChange={(next) => usePaletteRequests.setState({ query: next })}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={420}
      limit={40}
      nothingFound={found.isFetching ? 'Searching…' : 'No results. Try another word.'}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} aria-hidden />,
        placeholder: 'Search screens, objects and actions',
        'aria-label': 'Search screens, objects and actions',
      }}
    />
  )
}

/** The palette's own choice is made before. */
const asGiven: SpotlightFilterFunction = (_query, actions) => actions

/** Keeps the chosen entry when answers arrive during a choice; selects the first one if none was chosen. */
function keepSelection() {
  const entries = [...document.querySelectorAll('[data-action]')]
  if (entries.length === 0 || !store.getState().opened) return
  const chosen = entries.findIndex((entry) => entry.hasAttribute('data-selected'))
  const selected = Math.max(0, chosen)
  entries[selected]?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected }))
}
