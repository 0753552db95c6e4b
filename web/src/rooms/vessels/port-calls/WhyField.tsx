import { Textarea } from '@mantine/core'

/** Shows the input of the reason for a correction of a port call; it is stored in the history of the call. */
export const WhyField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <Textarea
    size="xs"
    label="Reason"
    required
    withAsterisk={false}
    maxLength={500}
    autosize
    minRows={2}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
