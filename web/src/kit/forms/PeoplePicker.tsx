import { MultiSelect, TagsInput, type MantineSize } from '@mantine/core'
import { useSession } from '../../wire/session.ts'

type Props = {
  label: string
  description?: string
  size?: MantineSize
  error?: string | undefined
  value: string[]
  onChange: (value: string[]) => void
}

/** Users, by name; one who is blocked or no longer here is said to be, so that he can be taken off. */
export function UsersPicker({ value, ...props }: Props) {
  const users = useSession((state) => state.allUsersList)
  const known = users.map(({ id, username, status }) => ({
    value: id,
    label: status === 'ACTIVE' ? username : `${username} (${status.toLowerCase()})`,
  }))
  const gone = value
    .filter((id) => users.every((user) => user.id !== id))
    .map((id) => ({ value: id, label: `${id} (not known)` }))
  return (
    <MultiSelect
      {...props}
      searchable
      nothingFoundMessage="Nobody found"
      data={[...known, ...gone]}
      value={value}
    />
  )
}

/** Groups, by name: those this user is in are offered, and any other is written. */
export function GroupsPicker(props: Props) {
  const own = useSession((state) => state.user?.group_ids)
  return <TagsInput {...props} placeholder={props.value.length === 0 ? 'Name, Enter' : ''} data={own ?? []} />
}
