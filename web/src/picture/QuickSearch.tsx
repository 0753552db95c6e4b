import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { aisFieldsAutocomplete } from '@samudra/contract/picture'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../wire/call.ts'
import { goToContact } from './go-to-contact.ts'

export const QUICK_SEARCH = 'quick-search'
const LEAST = 2

/** Finds a contact by name, MMSI, IMO, call sign or destination, and goes there. */
export function QuickSearch() {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), 180)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const { data: found, isFetching } = useQuery({
    queryKey: [aisFieldsAutocomplete.name, asked],
    queryFn: () => call(aisFieldsAutocomplete, { field: 'any', q: asked, limit: 10 }),
    enabled: asked.length >= LEAST,
    staleTime: 10_000,
  })
  const contacts = asked.length >= LEAST ? (found ?? []).filter(({ mmsi }) => mmsi !== undefined) : []

  // The first answer is chosen as soon as there is one, so that Enter goes there.
  useEffect(() => {
    if (found !== undefined) combobox.selectFirstOption()
    // The store object is new on every render; only a new answer matters.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [found])

  function choose(mmsi: string) {
    combobox.closeDropdown()
    setText('')
    document.getElementById(QUICK_SEARCH)?.blur()
    void goToContact(mmsi)
  }

  return (
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md">
      <Combobox.Target>
        <TextInput
          id={QUICK_SEARCH}
          className="quick-search"
          size="xs"
          aria-label="Search contacts"
          placeholder="Ship name, MMSI, IMO, call sign, destination"
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={isFetching ? <Loader size={12} /> : <kbd className="key">/</kbd>}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={asked.length < LEAST || found === undefined}>
        <Combobox.Options>
          {contacts.length === 0 && <Combobox.Empty>No contact answers to this.</Combobox.Empty>}
          {contacts.map(({ label, value, mmsi }) => (
            <Combobox.Option key={`${mmsi} ${value}`} value={mmsi ?? ''}>
              <span className="found">
                <span>{label.replace(` · ${mmsi}`, '')}</span>
                <span className="found-mmsi figures">{mmsi}</span>
              </span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
