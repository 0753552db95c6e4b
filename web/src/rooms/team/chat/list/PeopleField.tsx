import { MultiSelect } from '@mantine/core'
import { useChat } from '../state/chat.store.ts'

type Props = {
  label: string
  value: string[]
  onChange: (ids: string[]) => void
  /** Users who are not offered. */
  without?: readonly string[]
  most?: number
  hasFocus?: boolean
}
/** Users of the chat, found by their name. */
export function PeopleField({ label, value, onChange, without = [], most, hasFocus = false }: Props) {
  const users = useChat((state) => state.users)
  const me = useChat((state) => state.me)
  const offered = Object.values(users)
    .filter(({ id, delete_at }) => id !== me && delete_at === 0 && !without.includes(id))
    .map(({ id, username }) => ({ value: id, label: username }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
  return (
    <MultiSelect
      size="sm"
      label={label}
      searchable
      hidePickedOptions
      data-autofocus={hasFocus || undefined}
      nothingFoundMessage="No users found"
      placeholder={value.length === 0 ? 'Name' : ''}
      {...(most === undefined ? {} : { maxValues: most })}
      data={offered}
      value={value}
      onChange={onChange}
    />
  )
}
