import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Form } from '../../../../kit/forms/Form.tsx'
import { chatApi } from '../state/chat-client.ts'
import { chatNow } from '../state/chat.store.ts'
import { FoundPosts } from './PostsPanel.tsx'
import { PanelFrame } from './PanelFrame.tsx'

/** Modifiers of a search, each with an example. */
const MODIFIERS = [
  { put: 'from:', words: 'author: from:ana' },
  { put: 'in:', words: 'channel or user: in:town-square' },
  { put: 'after:', words: 'after a day: after:2026-11-20' },
  { put: 'before:', words: 'before a day: before:2026-11-27' },
  { put: 'on:', words: 'on a day: on:2026-11-26' },
  { put: 'has:', words: 'has:file, has:link, has:reaction, has:pin' },
] as const

/** Searches messages of the user's channels. */
export function SearchPanel({ terms: given }: { terms: string }) {
  const [typed, setTyped] = useState(given)
  const [terms, setTerms] = useState(given.trim().endsWith(':') || /^in:\S+\s*$/.test(given) ? '' : given)
  return (
    <PanelFrame title="Search">
      <Form
        className="chat-search"
        onSubmit={(event) => {
          event.preventDefault()
          setTerms(typed.trim())
        }}
      >
        <TextInput
          size="sm"
          aria-label="Search messages"
          placeholder="Words, from:name, in:channel"
          autoFocus
          leftSection={<IconSearch size={15} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="search-modifiers" role="group" aria-label="Modifiers">
          {MODIFIERS.map(({ put, words }) => (
            <button
              key={put}
              type="button"
              title={words}
              onClick={() => setTyped(`${typed.trimEnd()} ${put}`.trimStart())}
            >
              {put}
            </button>
          ))}
        </div>
      </Form>
      {terms === '' ? (
        <p className="panel-hint">
          Enter searches. Words in quotation marks match exactly; a minus before a word leaves messages with
          it out.
        </p>
      ) : (
        <FoundPosts
          of={['chat search', terms]}
          read={() =>
            chatApi.searchPostsWithParams(chatNow().teamId, {
              terms,
              is_or_search: false,
              page: 0,
              per_page: 60,
              time_zone_offset: -new Date().getTimezoneOffset() * 60,
            })
          }
          empty="No message matches"
          hint="Try fewer words, or another author or channel."
        />
      )}
    </PanelFrame>
  )
}
