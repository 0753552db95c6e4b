import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import type { Found } from '@samudra/contract/search'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useChart } from '../../../map/chart/chart.store.ts'
import { useFormat } from '../../../map/coordinates/coordinates.store.ts'
import {
  coordinateText,
  readCoordinates,
  type CoordinateFormat,
  type Place,
} from '../../../map/coordinates/coordinates.ts'
import { enterEarly, findOnce, useFinds } from '../../../map/explanation/finds.ts'
import { HELD_ONLY } from '../../../map/explanation/held-finds.ts'
import { showFound } from '../../../map/explanation/found.store.ts'
import { FoundRow } from '../../../map/explanation/FoundRow.tsx'
import { SEARCH_BOX, type Begun } from './search-props.tsx'

type Option = Found | { kind: 'position'; label: string; detail: string; place: Place }

/** Finds whatever has a name, or a position in any writing, and goes there; goes on with what was typed already. */
export function QuickSearch(begun: Begun) {
  const [text, setText] = useState(begun.text)
  const { query, isQuery, isHeldOnly, data, isFetching, error, isPending } = useFinds(text)
  const format = useFormat((state) => state.format)
  const box = useRef<HTMLInputElement>(null)
  // Before anything more is typed: it takes the place of the box that had the focus.
  useLayoutEffect(() => {
    if (begun.isTyping) box.current?.focus()
  }, [begun.isTyping])
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const options = useMemo(
    () => (isQuery ? optionsOf(query, data ?? [], format) : []),
    [query, isQuery, data, format],
  )

  // The first answer is chosen as soon as there is one, so that Enter goes there.
  const chooseFirst = useEffectEvent(() => combobox.selectFirstOption())
  const isOpen = combobox.dropdownOpened
  useEffect(() => {
    if (options.length === 0 || !isOpen) return undefined
    chooseFirst()
    // Of a list that opens with its answers they stand there a moment later.
    const frame = requestAnimationFrame(() => chooseFirst())
    return () => cancelAnimationFrame(frame)
  }, [options, isOpen])

  function take(option: Option | undefined) {
    combobox.closeDropdown()
    setText('')
    if (option === undefined) return
    // The card of a ship takes the focus from here; a place leads to the chart.
    if (option.kind !== 'vessel') toChart()
    goTo(option)
  }
  const takeFirst = useEffectEvent((words: string, found: Found[]) => {
    const [first] = optionsOf(words.trim(), found, format)
    if (first !== undefined && words === text) take(first)
  })
  useEffect(() => {
    if (begun.isSent)
      void findOnce(begun.text.trim()).then(
        (found) => takeFirst(begun.text, found),
        () => undefined,
      )
  }, [begun.isSent, begun.text])

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
          {...SEARCH_BOX}
          ref={box}
          rightSection={isFetching ? <Loader size={12} /> : SEARCH_BOX.rightSection}
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
      <Combobox.Dropdown hidden={!isQuery || (data === undefined && error === null && options.length === 0)}>
        <Combobox.Options mah={420} style={{ overflowY: 'auto' }}>
          {error !== null && <Combobox.Empty>{error.message}</Combobox.Empty>}
          {error === null && options.length === 0 && (
            <Combobox.Empty>
              {isHeldOnly
                ? 'No match in the loaded vessels.'
                : 'No results. Check the spelling or try another word.'}
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
