import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** Pause after the last key before the typed words are queried. */
const PAUSE_MS = 150

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  value: string
  onChange: (words: string) => void
}
/**
 * Shows the query words of a screen, as stored in its address. Typed words appear at once, however slowly the address
 * follows. They are replaced when the address changes by itself, through a saved view or a step back.
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
