import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import type { Found } from '@samudra/contract/search'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useChart } from '../map/chart.store.ts'
import { useFormat } from '../map/coordinates.store.ts'
import { coordinateText, readCoordinates, type CoordinateFormat, type Place } from '../map/coordinates.ts'
import { enterEarly, useFinds } from '../map/finds.ts'
import { HELD_ONLY } from '../map/held-finds.ts'
import { showFound } from '../map/found.store.ts'
import { FoundRow } from '../map/FoundRow.tsx'

export const QUICK_SEARCH = 'quick-search'
type Option = Found | { kind: 'position'; label: string; detail: string; place: Place }

/** Finds whatever has a name, or a position in any writing, and goes there. */
export function QuickSearch() {
  const [text, setText] = useState('')
  const { asked, isAsked, isHeldOnly, data, isFetching, error, isPending } = useFinds(text)
  const format = useFormat((state) => state.format)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const options = useMemo(
    () => (isAsked ? optionsOf(asked, data ?? [], format) : []),
    [asked, isAsked, data, format],
  )

  // The first answer is chosen as soon as there is one, so that Enter goes there.
  const chooseFirst = useEffectEvent(() => combobox.selectFirstOption())
  useEffect(() => {
    if (options.length > 0) chooseFirst()
  }, [options])

  function take(option: Option | undefined) {
    combobox.closeDropdown()
    setText('')
    if (option === undefined) return
    // The card of a ship takes the focus from here; a place leads to the chart.
    if (option.kind !== 'vessel') toChart()
    goTo(option)
  }

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(at) => take(options[Number(at)])}
      shadow="md"
      width={420}
      position="bottom-start"
    >
      <Combobox.Target>
        <TextInput
          id={QUICK_SEARCH}
          className="quick-search"
          size="xs"
          aria-label="Search contacts"
          placeholder="Name, MMSI, IMO, call sign, port, area, position"
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={isFetching ? <Loader size={12} /> : <kbd className="key">/</kbd>}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onKeyDownCapture={(event) =>
            void enterEarly(event, isPending, (found) => {
              const [first] = optionsOf(text.trim(), found, format)
              if (first !== undefined) take(first)
            })
          }
          onKeyDown={(event) => {
            if (text !== '') return
            // Nothing to clear: out of the box. The key that leads here is no beginning of a name.
            if (event.key === 'Escape') toChart()
            if (event.key === '/') event.preventDefault()
          }}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isAsked || (data === undefined && error === null && options.length === 0)}>
        <Combobox.Options mah={420} style={{ overflowY: 'auto' }}>
          {error !== null && <Combobox.Empty>{error.message}</Combobox.Empty>}
          {error === null && options.length === 0 && (
            <Combobox.Empty>
              {isHeldOnly
                ? 'No ship of this page answers to this.'
                : 'Nothing answers to this, not even nearly.'}
            </Combobox.Empty>
          )}
          {options.map((option, i) => (
            <Combobox.Option key={`${option.kind} ${option.label} ${option.detail}`} value={String(i)}>
              <FoundRow {...option} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {isHeldOnly && (
          <Combobox.Footer className="found-held" role="status">
            {HELD_ONLY}
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** The position a text may be, and what was found. */
function optionsOf(text: string, found: Found[], format: CoordinateFormat): Option[] {
  const place = readCoordinates(text)
  if (place === null) return found
  return [
    { kind: 'position', label: coordinateText(format, place.lat, place.lon), detail: 'Position', place },
    ...found,
  ]
}

const toChart = () =>
  document.querySelector<HTMLElement>('.maplibregl-canvas')?.focus({ preventScroll: true })

/** Near enough to see what is at a position. */
const PLACE_ZOOM = 9

function goTo(option: Option) {
  if (option.kind !== 'position') return showFound(option)
  useChart.getState().look({ center: [option.place.lon, option.place.lat], zoom: PLACE_ZOOM })
}
