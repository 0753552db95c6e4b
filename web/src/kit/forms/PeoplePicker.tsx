import { MultiSelect, type MantineSize } from '@mantine/core'
import type { UserGroup } from '@samudra/contract/roster'
import { GroupSwatch } from '../people/MentionLine.tsx'
import { PersonName } from '../people/PersonName.tsx'
import { useGroups } from '../people/use-groups.ts'
import { useSession, type KnownUser } from '../../wire/session.ts'

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
    .map((id) => ({ value: id, label: `${id} (unknown)` }))

/** Users as choices; blocked or removed ones are marked. */
const userChoices = (users: readonly KnownUser[]) =>
  users.map(({ id, username, status }) => ({
    value: id,
    label: status === 'ACTIVE' ? username : `${username} (${status.toLowerCase()})`,
  }))
const groupChoices = (groups: readonly UserGroup[]) =>
  groups.map(({ id, name }) => ({ value: id, label: name }))

/** Users by name, with their presence; blocked or removed ones are marked. */
export function UsersPicker({ value, ...props }: Props) {
  const known = userChoices(useSession((state) => state.allUsersList))
  return (
    <MultiSelect
      {...props}
      searchable
      nothingFoundMessage="No users found"
      data={[...known, ...goneOf(value, known)]}
      value={value}
      renderOption={({ option }) => <PersonName userId={option.value} name={option.label} />}
    />
  )
}

/** Groups by name, with their colour. */
export function GroupsPicker({ value, ...props }: Props) {
  const groups = useGroups()
  const known = groupChoices(groups)
  return (
    <MultiSelect
      {...props}
      searchable
      nothingFoundMessage="No groups found"
      data={[...known, ...goneOf(value, known)]}
      value={value}
      renderOption={({ option }) => <GroupChoice groups={groups} id={option.value} name={option.label} />}
    />
  )
}

const GroupChoice = ({ groups, id, name }: { groups: readonly UserGroup[]; id: string; name: string }) => (
  <span className="person">
    <GroupSwatch color={groups.find((one) => one.id === id)?.color ?? 'transparent'} />
    <span className="person-name">{name}</span>
  </span>
)

/** Receivers of a notification: ids of users and groups, and roles or duties. */
export type Recipients = { users: string[]; groups: string[]; roles: string[] }
type RecipientsProps = Omit<Props, 'value' | 'onChange'> & {
  /** Roles and duties that may be chosen. */
  roles?: readonly { value: string; label: string }[]
  value: Recipients
  onChange: (value: Recipients) => void
}
const KINDS = ['roles', 'users', 'groups'] as const
type Kind = (typeof KINDS)[number]
const TITLES: Readonly<Record<Kind, string>> = {
  roles: 'Roles and duties',
  users: 'People',
  groups: 'Groups',
}
const keyOf = (kind: Kind, id: string) => `${kind}:${id}`
const idsOf = (kind: Kind, keys: readonly string[]) =>
  keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1))

/** Users with their presence, groups with their colour, and roles and duties, in one field. */
export function RecipientsPicker({ roles = [], value, onChange, ...props }: RecipientsProps) {
  const groups = useGroups()
  const known = {
    roles,
    users: userChoices(useSession((state) => state.allUsersList)),
    groups: groupChoices(groups),
  }
  const data = KINDS.map((kind) => ({
    group: TITLES[kind],
    items: [...known[kind], ...goneOf(value[kind], known[kind])].map((one) => ({
      value: keyOf(kind, one.value),
      label: one.label,
    })),
  }))
  return (
    <MultiSelect
      {...props}
      searchable
      hidePickedOptions
      // Names with their duties are wider than the field of a narrow form.
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      nothingFoundMessage="No users found"
      data={data.filter(({ items }) => items.length > 0)}
      value={KINDS.flatMap((kind) => value[kind].map((id) => keyOf(kind, id)))}
      onChange={(keys) =>
        onChange({ users: idsOf('users', keys), groups: idsOf('groups', keys), roles: idsOf('roles', keys) })
      }
      renderOption={({ option: { value: key, label } }) => {
        const [user, group] = [idsOf('users', [key])[0], idsOf('groups', [key])[0]]
        if (user !== undefined) return <PersonName userId={user} name={label} />
        return group === undefined ? label : <GroupChoice groups={groups} id={group} name={label} />
      }}
    />
  )
}
