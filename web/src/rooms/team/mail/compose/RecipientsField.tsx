import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { getMailContacts } from '@samudra/contract/mail-boxes'
import { IconAddressBook, IconUser, IconUsersGroup } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { isRecipient, splitRecipients } from '../mail-text.ts'

const PAUSE_MS = 150
const ICONS = {
  USER: IconUser,
  GROUP: IconUsersGroup,
  DUTY_ROLE: IconUsersGroup,
  OUTSIDE: IconAddressBook,
} as const
const KIND_WORDS = { USER: 'User', GROUP: 'Group', DUTY_ROLE: 'Duty', OUTSIDE: 'Address book' } as const

type Props = {
  label: string
  value: readonly string[]
  onChange: (value: string[]) => void
  hasFocus: boolean
  /** Ways to the fields that are not shown. */
  children?: ReactNode
}

/** Recipients as chips: users, groups, duties and addresses are offered as they are typed. */
export function RecipientsField({ label, value, onChange, hasFocus, children }: Props) {
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = useAnswer(getMailContacts, { q: wanted }, { enabled: wanted !== '', keep: true })
  const offered =
    wanted === '' ? [] : (found.data?.items ?? []).filter(({ address }) => !value.includes(address))
  const add = (texts: readonly string[]) => {
    onChange([...new Set([...value, ...texts])])
    setTyped('')
    combobox.closeDropdown()
  }
  const takeTyped = () => {
    const parts = splitRecipients(typed)
    if (parts.length > 0) add(parts)
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(address) => add([address])}
      position="bottom-start"
      shadow="md"
    >
      <Combobox.DropdownTarget>
        <PillsInput className="mail-recipients" variant="unstyled" onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            <span className="mail-recipients-label" aria-hidden>
              {label}
            </span>
            {value.map((one) => (
              <Pill
                key={one}
                withRemoveButton
                removeButtonProps={{ 'aria-label': `Remove ${one}`, tabIndex: 0, 'aria-hidden': false }}
                data-bad={!isRecipient(one) || undefined}
                title={isRecipient(one) ? one : `${one} is not a valid address`}
                onRemove={() => onChange(value.filter((other) => other !== one))}
              >
                <RecipientName of={one} />
              </Pill>
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                aria-label={label}
                autoFocus={hasFocus}
                autoComplete="off"
                value={typed}
                onChange={({ currentTarget }) => {
                  setTyped(currentTarget.value)
                  combobox.openDropdown()
                  combobox.updateSelectedOptionIndex()
                }}
                onPaste={(event) => {
                  const parts = splitRecipients(event.clipboardData.getData('text/plain'))
                  if (parts.length < 2) return
                  event.preventDefault()
                  add(parts)
                }}
                onBlur={() => {
                  combobox.closeDropdown()
                  takeTyped()
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1))
                  const isChosen = event.key === 'Enter' && combobox.getSelectedOptionIndex() >= 0
                  if (isChosen || !['Enter', ',', ';'].includes(event.key) || event.ctrlKey) return
                  event.preventDefault()
                  const first = offered[0]
                  // Enter takes the first that is offered for a name that is not finished.
                  if (event.key === 'Enter' && first !== undefined && !typed.includes('@'))
                    add([first.address])
                  else takeTyped()
                }}
              />
            </Combobox.EventsTarget>
            {children}
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label={`Suggestions for ${label}`}>
          {offered.map(({ kind, id: key, name, address, count }) => {
            const Icon = ICONS[kind]
            return (
              <Combobox.Option
                key={kind + key}
                value={address}
                onMouseDown={(event) => event.preventDefault()}
              >
                <span className="mail-contact">
                  <Icon size={15} stroke={1.6} aria-hidden />
                  <span>{name}</span>
                  <span className="dim">
                    {kind === 'USER' || kind === 'OUTSIDE' ? address : `${KIND_WORDS[kind]}, ${count} now`}
                  </span>
                </span>
              </Combobox.Option>
            )
          })}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Name in a recipient text; of a group its name, which its text does not carry. */
function RecipientName({ of }: { of: string }) {
  const isGroup = of.startsWith('group:')
  const groups = useAnswer(getMailContacts, { kind: 'GROUP' }, { enabled: isGroup, keep: true })
  if (isGroup) return groups.data?.items.find(({ address }) => address === of)?.name ?? 'Group'
  const name = /^"?([^"<]+?)"?\s*<[^>]+>$/u.exec(of)?.[1]
  return name ?? of
}
