import { TextInput, type TextInputProps } from '@mantine/core'
import { clockText } from '../text/clock-text.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'pattern' | 'title'> & {
  value: string
  onChange: (value: string) => void
}
/** A time of day by 24 hours, whatever the language of the browser; empty for none. */
export const ClockField = ({ value, onChange, ...field }: Props) => (
  <TextInput
    autoComplete="off"
    spellCheck={false}
    {...field}
    className="figures"
    pattern="([01]\d|2[0-3]):[0-5]\d"
    title="Enter a time like 06:30."
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    onBlur={() => {
      const whole = clockText(value)
      if (whole !== value) onChange(whole)
    }}
  />
)
