import { TextInput } from '@mantine/core'
import { useEffect, useState, type ComponentType } from 'react'
import { fetchAhead, fetchCode } from '../../../kit/pages/fetch-code.ts'
import { toast } from '../../../kit/toasts.ts'
import { QUICK_SEARCH, SEARCH_BOX, type Begun } from './search-props.tsx'

const fetchSearch = () => import('./QuickSearch.tsx')
fetchAhead(fetchSearch)

/** The box of the search; what searches is fetched when it is first entered, and goes on with what is typed by then. */
export function SearchBox() {
  const [Search, setSearch] = useState<ComponentType<Begun> | null>(null)
  const [begun, setBegun] = useState<Begun>({ text: '', isSent: false, isTyping: false })
  const [isEntered, setEntered] = useState(false)
  useEffect(() => {
    if (!isEntered) return
    fetchCode(fetchSearch).then(
      ({ QuickSearch }) => {
        setBegun((now) => ({ ...now, isTyping: document.activeElement?.id === QUICK_SEARCH }))
        setSearch(() => QuickSearch)
      },
      (error: Error) => {
        setEntered(false)
        toast(error.message, 'bad')
      },
    )
  }, [isEntered])
  if (Search !== null) return <Search {...begun} />
  return (
    <TextInput
      {...SEARCH_BOX}
      aria-busy={isEntered}
      value={begun.text}
      onChange={({ currentTarget: { value: text } }) =>
        // The search box may have loaded since this was drawn, and must know that the user is typing.
        setBegun((now) => ({ ...now, text, isSent: false }))
      }
      onKeyDown={(event) => {
        // The key that leads here is no beginning of a name.
        if (begun.text === '' && event.key === '/') event.preventDefault()
        if (event.key === 'Enter') setBegun((now) => ({ ...now, isSent: true }))
      }}
      onFocus={() => setEntered(true)}
    />
  )
}
