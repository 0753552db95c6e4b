import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** After so long without a key what is typed is asked. */
const PAUSE_MS = 150

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  value: string
  onChange: (words: string) => void
}
/**
 * Words that a screen asks by, as they stand in its address. They are shown as they are typed, however slowly the address
 * follows; an address that changes by itself, by a saved view or a step back, takes their place.
 */
export function AddressWords({ value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [held, setHeld] = useState(value)
  if (value !== held) {
    setHeld(value)
    if (value !== sent) {
      setSent(value)
      setTyped(value)
    }
  }
  const send = useDebouncedCallback((words: string) => {
    setSent(words)
    onChange(words)
  }, PAUSE_MS)
  return (
    <TextInput
      size="xs"
      {...rest}
      value={typed}
      onChange={({ currentTarget: { value: words } }) => {
        setTyped(words)
        send(words)
      }}
    />
  )
}
