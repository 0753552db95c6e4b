import { GroupsPicker } from '../../../../kit/forms/PeoplePicker.tsx'
import { TimeField } from '../../../../kit/forms/TimeField.tsx'
import { isoOf } from '../../../../kit/text/time-text.ts'
import { MultiSelect, Select, Switch, TextInput } from '@mantine/core'
import { getZones } from '@samudra/contract/zones'
import { useStaticAisData } from '../../../../store/static-ais-data.ts'
import { faultAt, useAnswer, type Fault } from '../../../../wire/use-answer.ts'

export type RightsDraft = {
  username: string
  email: string
  role: '1' | '2'
  sources: string[]
  zone_access: string[]
  group_ids: string[]
  /** Local date and time as the browser's field has it, empty for never. */
  expires: number | null
  /** Null: as usual. */
  takes_watch: boolean | null
}
export const EMPTY_RIGHTS: RightsDraft = {
  username: '',
  email: '',
  role: '2',
  sources: ['*'],
  zone_access: ['*'],
  group_ids: [],
  expires: null,
  takes_watch: null,
}
const ROLES = [
  { value: '2', label: 'Operator' },
  { value: '1', label: 'Administrator' },
]

const TAKES_WATCH = [
  { value: 'USUAL', label: 'Default: all sources and zones' },
  { value: 'YES', label: 'Yes' },
  { value: 'NO', label: 'No' },
]

/** Shows a user's identity and rights: the same fields for a new user and for a changed one. */
export function RightsFields(props: {
  draft: RightsDraft
  fault: Fault | null
  onChange: (part: Partial<RightsDraft>) => void
}) {
  const { draft, fault, onChange } = props
  const sources = useStaticAisData()?.sources ?? []
  const zones = useAnswer(getZones, {}).data?.items ?? []
  return (
    <div className="rights">
      <TextInput
        label="User name"
        description="Letters, digits and . _ - @"
        required
        withAsterisk={false}
        maxLength={64}
        autoComplete="off"
        value={draft.username}
        error={faultAt(fault, 'username')}
        onChange={(event) => onChange({ username: event.currentTarget.value })}
      />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="off"
        value={draft.email}
        error={faultAt(fault, 'email')}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <Select
        label="Role"
        data={ROLES}
        value={draft.role}
        allowDeselect={false}
        error={faultAt(fault, 'role')}
        onChange={(role) => (role === '1' || role === '2') && onChange({ role })}
      />
      <AllOr
        label="Sources"
        all="All sources, including future ones"
        none="No source selected: this user sees no vessels."
        options={sources.map(({ code, name }) => ({
          value: code,
          label: name === code ? code : `${code} (${name})`,
        }))}
        value={draft.sources}
        error={faultAt(fault, 'sources')}
        onChange={(next) => onChange({ sources: next })}
      />
      <AllOr
        label="Zones"
        all="Everywhere"
        none="No zone selected: this user sees no positions."
        options={zones.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.zone_access}
        error={faultAt(fault, 'zone_access')}
        onChange={(next) => onChange({ zone_access: next })}
      />
      <GroupsPicker
        label="Groups"
        description="Members of a group share objects marked for it."
        value={draft.group_ids}
        onChange={(group_ids) => onChange({ group_ids })}
      />
      <TimeField
        label="Account expires"
        description="Empty: never."
        value={draft.expires}
        error={faultAt(fault, 'expires_at')}
        onChange={(expires) => onChange({ expires })}
      />
      <Select
        label="May take the watch"
        description="Allows this user to go on duty as watch officer."
        data={TAKES_WATCH}
        allowDeselect={false}
        value={draft.takes_watch === null ? 'USUAL' : draft.takes_watch ? 'YES' : 'NO'}
        error={faultAt(fault, 'takes_watch')}
        onChange={(value) => onChange({ takes_watch: value === 'USUAL' ? null : value === 'YES' })}
      />
    </div>
  )
}

/** Lets the user choose everything or a selection; an empty selection means nothing, which is shown. */
function AllOr(props: {
  label: string
  all: string
  none: string
  options: { value: string; label: string }[]
  value: string[]
  error: string | undefined
  onChange: (value: string[]) => void
}) {
  const isAll = props.value.includes('*')
  return (
    <div>
      <Switch
        label={`${props.label}: ${props.all.toLowerCase()}`}
        checked={isAll}
        onChange={(event) => props.onChange(event.currentTarget.checked ? ['*'] : [])}
      />
      {!isAll && (
        <MultiSelect
          mt={6}
          aria-label={props.label}
          placeholder={props.value.length === 0 ? 'Choose' : ''}
          data={props.options}
          searchable
          value={props.value}
          error={props.error}
          description={props.value.length === 0 ? props.none : undefined}
          nothingFoundMessage="No matches"
          onChange={props.onChange}
        />
      )}
    </div>
  )
}

/** The fields as an operation takes them. */
export const rightsOf = (draft: RightsDraft) => ({
  email: draft.email.trim(),
  role: draft.role,
  sources: draft.sources,
  zone_access: draft.zone_access,
  group_ids: draft.group_ids,
  expires_at: isoOf(draft.expires),
  takes_watch: draft.takes_watch,
})
