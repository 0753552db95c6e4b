import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { MentionLine } from '../people/MentionLine.tsx'
import { nameBegun, namesFor } from '../people/mention-names.ts'
import { useGroups } from '../people/use-groups.ts'
import { useSession } from '../../wire/session.ts'

type Props = {
  label: string
  isRequired: boolean
  hasFocus: boolean
  value: string
  onChange: (value: string) => void
}
/** Text in which users, groups and duties are mentioned with @: names are offered as they are written, and Enter takes the first. */
export function MentionField({ label, isRequired, hasFocus, value, onChange }: Props) {
  const users = useSession((state) => state.allUsersList)
  const groups = useGroups()
  const own = useSession((state) => state.user?.id)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [caret, setCaret] = useState(0)
  const begun = nameBegun(value.slice(0, caret))
  const names = begun === null ? [] : namesFor(begun, { users, groups }, own)
  const isOpen = names.length > 0 && combobox.dropdownOpened
  const first = names[0]?.name
  const chooseFirst = useEffectEvent(() => combobox.selectFirstOption())
  useEffect(() => {
    if (!isOpen || first === undefined) return undefined
    // Of a list that opens with its names they stand there a moment later.
    const frame = requestAnimationFrame(() => chooseFirst())
    return () => cancelAnimationFrame(frame)
  }, [isOpen, first])
  const take = (name: string) => {
    const upTo = value.slice(0, caret - (begun ?? '').length)
    onChange(`${upTo}${name} ${value.slice(caret)}`)
    setCaret(upTo.length + name.length + 1)
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={take} position="bottom-start" shadow="md">
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea
          size="xs"
          label={label}
          placeholder="@name notifies a user, a group or a duty"
          autoFocus={hasFocus}
          required={isRequired}
          maxLength={2000}
          autosize
          minRows={2}
          maxRows={6}
          value={value}
          onChange={({ currentTarget: box }) => {
            onChange(box.value)
            setCaret(box.selectionEnd)
            combobox.openDropdown()
          }}
          // Escape closes the names first, and the form then.
          onKeyDownCapture={(event) => {
            if (event.key !== 'Escape' || !isOpen) return
            event.stopPropagation()
            combobox.closeDropdown()
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={names.length === 0}>
        <Combobox.Options aria-label="Names to mention">
          {names.map((one) => (
            <Combobox.Option key={`${one.kind} ${one.name}`} value={one.name}>
              <MentionLine of={one} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
