import { Select, type MantineSize } from '@mantine/core'
import { SEEN_BY, SEEN_BY_LABEL } from '@samudra/contract/kind'
import type { Visibility } from '@samudra/contract/objects'
import type { ReactNode } from 'react'

/** Visibilities a user can choose; an object released to partners stays released. */
const USUAL = ['PRIVATE', 'GROUP', 'CENTRE'] as const

/** Input of the visibility, with the same words everywhere. */
export function SeenBy<Seen extends Visibility>(props: {
  value: Seen
  onChange: (value: Seen) => void
  /** Choices, if they differ from the default. */
  choices?: readonly Seen[]
  size?: MantineSize
  error?: ReactNode
}) {
  const { value, onChange, choices = USUAL as readonly Visibility[], ...rest } = props
  const offered = new Set<Visibility>([...choices, value])
  return (
    <Select
      {...rest}
      label={SEEN_BY_LABEL}
      data={[...offered].map((one) => ({ value: one, label: SEEN_BY[one] }))}
      value={value}
      allowDeselect={false}
      onChange={(one) => one !== null && onChange(one as Seen)}
    />
  )
}
