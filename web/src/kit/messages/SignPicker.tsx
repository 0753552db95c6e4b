import { Popover, TextInput } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import '@fontsource/noto-emoji/400.css'
import './signs.css'
import { findSigns } from './signs.ts'

type Props = {
  isOpen: boolean
  onClose: () => void
  onPick: (name: string) => void
  /** Button that the picker hangs on. */
  children: ReactElement
}
/** Offers signs by their words; Enter takes the first. */
export function SignPicker({ isOpen, onClose, onPick, children }: Props) {
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => !open && onClose()}
      position="top-end"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown p={8}>
        {isOpen && (
          <Choice
            onPick={(name) => {
              onPick(name)
              onClose()
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function Choice({ onPick }: { onPick: (name: string) => void }) {
  const [typed, setTyped] = useState('')
  const found = findSigns(typed)
  return (
    <div className="sign-picker">
      <TextInput
        size="xs"
        data-autofocus
        aria-label="Search emoji"
        placeholder="Search emoji, for example done, ship, fog"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || found[0] === undefined) return
          event.preventDefault()
          onPick(found[0].name)
        }}
      />
      <div className="sign-grid" role="group" aria-label="Emoji">
        {found.map(({ name, sign, words }) => (
          <button
            key={name}
            type="button"
            className="sign-button"
            aria-label={words}
            title={words}
            onClick={() => onPick(name)}
          >
            <span className="sign" aria-hidden>
              {sign}
            </span>
          </button>
        ))}
        {found.length === 0 && <p className="dim">No emoji found.</p>}
      </div>
    </div>
  )
}
