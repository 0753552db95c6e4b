import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import type { Found } from '@samudra/contract/search'
import {
  IconAnchor,
  IconFlag2,
  IconMapPin,
  IconPolygon,
  IconSearch,
  IconShip,
  type Icon,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useChart } from '../map/chart.store.ts'
import { useFormat } from '../map/coordinates.store.ts'
import { coordinateText, readCoordinates, type CoordinateFormat, type Place } from '../map/coordinates.ts'
import { enterEarly, useFinds } from '../map/finds.ts'
import { HELD_ONLY } from '../map/held-finds.ts'
import { changeFilter } from '../map/filter.store.ts'
import { usePicture } from './picture.store.ts'

export const QUICK_SEARCH = 'quick-search'
const ICONS: Record<Found['kind'] | 'place', Icon> = {
  vessel: IconShip,
  destination: IconFlag2,
  port: IconAnchor,
  area: IconPolygon,
  place: IconMapPin,
}
type Option = Found | { kind: 'place'; label: string; detail: string; place: Place }

/** Finds whatever has a name - vessels, destinations, ports, areas - or a position in any writing, and goes there. */
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
    document.getElementById(QUICK_SEARCH)?.blur()
    if (option !== undefined) goTo(option)
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
              <FoundRow option={option} />
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
    { kind: 'place', label: coordinateText(format, place.lat, place.lon), detail: 'Position', place },
    ...found,
  ]
}

function FoundRow({ option }: { option: Option }) {
  const Icon = ICONS[option.kind]
  return (
    <span className="found">
      <Icon size={15} stroke={1.7} aria-hidden />
      <span className="found-label">{option.label}</span>
      <span className="found-detail figures">{option.detail}</span>
    </span>
  )
}

/** What is near enough to see a place of the kind. */
const PORT_ZOOM = 11
const PLACE_ZOOM = 9

function goTo(option: Option) {
  switch (option.kind) {
    case 'vessel':
      usePicture.getState().select({ mmsi: option.mmsi, split: option.split_id })
      usePicture.setState({ goTo: { lon: option.longitude, lat: option.latitude } })
      break
    case 'destination':
      changeFilter({ destination: option.value })
      break
    case 'port':
      useChart.getState().look({ center: [option.longitude, option.latitude], zoom: PORT_ZOOM })
      break
    case 'place':
      useChart.getState().look({ center: [option.place.lon, option.place.lat], zoom: PLACE_ZOOM })
      break
    case 'area': {
      const [west = 0, south = 0, east = 0, north = 0] = option.bbox
      const widest = Math.max(east - west, (north - south) * 1.5, 0.02)
      const zoom = Math.min(13, Math.max(2, Math.log2(360 / widest)))
      useChart.getState().look({ center: [(west + east) / 2, (south + north) / 2], zoom })
    }
  }
}
