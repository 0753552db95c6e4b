import { SegmentedControl } from '@mantine/core'

type Props<Value extends string> = {
  label: string
  data: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  fullWidth?: boolean
  disabled?: boolean
  className?: string
}

/** Choice of one of a few values that stand side by side. */
export const Segments = <Value extends string>({ label, data, fullWidth = false, ...rest }: Props<Value>) => (
  <SegmentedControl size="xs" aria-label={label} data={[...data]} fullWidth={fullWidth} {...rest} />
)
