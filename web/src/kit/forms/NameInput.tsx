import { TextInput, type TextInputProps } from '@mantine/core'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (name: string) => void }

/** Input of a required name. */
export const NameInput = ({ onChange, ...rest }: Props) => (
  <TextInput
    label="Name"
    required
    withAsterisk={false}
    {...rest}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
