import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core'
import { leftOutWords } from '@samudra/contract/left-out-words'
import type { Found } from '@samudra/contract/search'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { usePalette } from '../../../kit/theme/colour-palette.ts'
import { countText, countWords } from '../../../kit/text/quantity-text.ts'
import { enterEarly, useFinds } from '../../../map/explanation/finds.ts'
import { keyOf, MOST_PLOTTED, type PlaybackQuery, type Plotted } from './playback-link.ts'
import { usePlayback, type PlottedTrack } from './playback.store.ts'
import { shipInks } from './ship-inks.ts'
import { usePlaybackQuery } from './use-playback.ts'

/** The plotted ships, each with its colour and how much of it is drawn; more can be added and all but the first removed. */
export function ShipChips({ query: request }: { query: PlaybackQuery }) {
  const { tracks, faults } = usePlayback()
  const inks = shipInks(usePalette((state) => state.palette))
  const ask = usePlaybackQuery()
  const remove = (ship: Plotted) => ask({ ships: request.ships.filter((one) => keyOf(one) !== keyOf(ship)) })
  return (
    <ul className="playback-ships" aria-label="Plotted vessels">
      {request.ships.map((ship, i) => (
        <li key={keyOf(ship)}>
          <i style={{ background: inks[i % inks.length] }} aria-hidden />
          <b>{tracks[keyOf(ship)]?.name ?? `MMSI ${ship.mmsi}`}</b>
          <Extent track={tracks[keyOf(ship)]} fault={faults[keyOf(ship)]} isRaw={request.isRaw} />
          {i > 0 && (
            <button
              type="button"
              aria-label={`Remove ${tracks[keyOf(ship)]?.name ?? ship.mmsi}`}
              title="Remove"
              onClick={() => remove(ship)}
            >
              <IconX size={12} aria-hidden />
            </button>
          )}
        </li>
      ))}
      {request.ships.length < MOST_PLOTTED && (
        <li className="playback-add">
          <AddShip onAdd={(ship) => ask({ ships: [...request.ships, ship] })} />
        </li>
      )}
    </ul>
  )
}

/** Shows how many of the fixes are drawn; one press shows all of them. */
function Extent(props: { track: PlottedTrack | undefined; fault: string | undefined; isRaw: boolean }) {
  const { track, fault, isRaw } = props
  const ask = usePlaybackQuery()
  if (fault !== undefined) return <span role="alert">{fault}</span>
  if (track === undefined) return <span className="playback-dim">reading…</span>
  const { fixes, dropped, gaps } = track
  const leftOut = leftOutWords(gaps)
  if (dropped === 0)
    return (
      <span className="playback-dim">
        {countWords(fixes.length, 'fix', 'fixes')}
        {leftOut !== null && ` · ${leftOut}`}
        {isRaw && (
          <button type="button" onClick={() => ask({ isRaw: false })}>
            simplify
          </button>
        )}
      </span>
    )
  return (
    <span className="playback-dim">
      simplified: {countText(fixes.length)} of {countText(fixes.length + dropped)}
      {leftOut !== null && ` · ${leftOut}`}
      {!isRaw && (
        <button type="button" onClick={() => ask({ isRaw: true })}>
          show all positions
        </button>
      )}
    </span>
  )
}

type Vessel = Extract<Found, { kind: 'vessel' }>
const vesselsOf = (found: Found[]) => found.filter((one): one is Vessel => one.kind === 'vessel')

function AddShip({ onAdd }: { onAdd: (ship: Plotted) => void }) {
  const [text, setText] = useState('')
  const { isQuery, data, isFetching, error, isPending } = useFinds(text)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const ships = vesselsOf(data ?? [])
  // The first answer is chosen as soon as there is one, so that Enter adds it.
  const chooseFirst = useEffectEvent(() => combobox.selectFirstOption())
  useEffect(() => {
    if (isQuery && data !== undefined) chooseFirst()
  }, [data, isQuery])
  function take(ship: Vessel | undefined) {
    setText('')
    combobox.closeDropdown()
    if (ship !== undefined) onAdd({ mmsi: ship.mmsi, split: ship.split_id })
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(at) => take(ships[Number(at)])}
      width={340}
      position="top-start"
      shadow="md"
    >
      <Combobox.Target>
        <TextInput
          size="xs"
          className="playback-search"
          aria-label="Compare with another vessel"
          placeholder="Compare with…"
          autoComplete="off"
          leftSection={isFetching ? <Loader size={11} /> : <IconPlus size={13} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onKeyDownCapture={(event) =>
            void enterEarly(event, isPending, (found) => {
              const [first] = vesselsOf(found)
              if (first !== undefined) take(first)
            })
          }
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isQuery || (data === undefined && error === null)}>
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }}>
          {error !== null && <Combobox.Empty>{error.message}</Combobox.Empty>}
          {error === null && ships.length === 0 && <Combobox.Empty>No vessels found.</Combobox.Empty>}
          {ships.map((ship, i) => (
            <Combobox.Option key={`${ship.mmsi} ${ship.split_id}`} value={String(i)}>
              <b>{ship.label}</b> <span className="playback-dim">{ship.detail}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
