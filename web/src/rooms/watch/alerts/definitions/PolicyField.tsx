import { Select } from '@mantine/core'
import { BUILT_IN_POLICIES, BUILT_IN_POLICY_LABELS } from '@samudra/contract/escalation-policies'
import { escalationPolicies } from '../../../../stored/escalation-policies.ts'
import { useStored } from '../../../../stored/stores.ts'

const BUILT_IN = BUILT_IN_POLICIES.map((value) => ({ value, label: BUILT_IN_POLICY_LABELS[value]! }))

/** Escalation policy of a definition: a built-in one, or one that the user may see. */
export function PolicyField(props: {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const { value, error, onChange } = props
  const { rows } = useStored(escalationPolicies)
  const known = [...BUILT_IN, ...rows.map(({ id, name }) => ({ value: id, label: name }))]
  const isKnown = known.some((one) => one.value === value)
  return (
    <Select
      size="xs"
      label="When unassigned"
      description="Edit the steps on the Escalation page."
      data={isKnown ? known : [...known, { value, label: 'A policy you may not see' }]}
      allowDeselect={false}
      value={value}
      error={error}
      onChange={(one) => one !== null && onChange(one)}
    />
  )
}
