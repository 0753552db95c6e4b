import { MultiSelect, type MantineSize } from '@mantine/core'
import { GroupSwatch } from '../people/MentionLine.tsx'
import { PersonName } from '../people/PersonName.tsx'
import { useGroups } from '../people/use-groups.ts'
import { useSession } from '../../wire/session.ts'

type Props = {
  label: string
  description?: string
  size?: MantineSize
  error?: string | undefined
  value: string[]
  onChange: (value: string[]) => void
}

/** Entries for values that are not listed any more, so that they can be removed. */
const goneOf = (value: readonly string[], known: readonly { value: string }[]) =>
  value
    .filter((id) => known.every((one) => one.value !== id))
    .map((id) => ({ value: id, label: `${id} (not known)` }))

/** Users by name, with their presence; blocked or removed ones are marked. */
export function UsersPicker({ value, ...props }: Props) {
  const users = useSession((state) => state.allUsersList)
  const known = users.map(({ id, username, status }) => ({
    value: id,
    label: status === 'ACTIVE' ? username : `${username} (${status.toLowerCase()})`,
  }))
  return (
    <MultiSelect
      {...props}
      searchable
      nothingFoundMessage="Nobody found"
      data={[...known, ...goneOf(value, known)]}
      value={value}
      renderOption={({ option }) => <PersonName userId={option.value} name={option.label} />}
    />
  )
}

/** Groups by name, with their colour. */
export function GroupsPicker({ value, ...props }: Props) {
  const groups = useGroups()
  const colors = new Map(groups.map(({ id, color }) => [id, color]))
  const known = groups.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <MultiSelect
      {...props}
      searchable
      nothingFoundMessage="No group found"
      data={[...known, ...goneOf(value, known)]}
      value={value}
      renderOption={({ option }) => (
        <span className="person">
          <GroupSwatch color={colors.get(option.value) ?? 'transparent'} />
          <span className="person-name">{option.label}</span>
        </span>
      )}
    />
  )
}
