import { Menu } from '@mantine/core'
import { IconChevronDown, IconCopy } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { copyText } from '../../kit/text/copy-text.ts'
import type { Chart } from '../chart/chart.ts'
import { useFormat } from '../coordinates/coordinates.store.ts'
import { COORDINATE_FORMATS, coordinateText, type CoordinateFormat } from '../coordinates/coordinates.ts'
import { selected } from './menu-entries.ts'
import type { MapPart, MenuEntry, MenuPlace } from './part.ts'
import { closeMenu, useWorkbench } from './workbench.store.ts'

const SECTIONS = ['Ship', 'Place', 'Measure'] as const

/** Shows the actions for a place on the map or a vessel, opened by right click, long press or the menu key. */
export function ContextMenu({ chart, parts }: { chart: Chart; parts: readonly MapPart[] }) {
  const menu = useWorkbench((state) => state.menu)
  if (menu === null) return null
  const { place, x, y } = menu
  return (
    <Menu
      opened
      onChange={(isOpen) => {
        if (isOpen) return
        closeMenu()
        // The menu is gone before it could give the focus back itself; what an entry opens takes it from here.
        chart.getCanvas().focus({ preventScroll: true })
      }}
      // Beside the place and pushed along it, so that all of it stands in the window.
      position="right-start"
      offset={2}
      width={230}
      shadow="md"
      withinPortal
      trapFocus
      returnFocus={false}
    >
      <Menu.Target>
        <span className="menu-spot" style={{ left: x, top: y }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown>
        <Entries
          key={`${x} ${y}`}
          place={place}
          entries={[...copyEntries(place), ...parts.flatMap(({ menu: ask }) => ask?.(place, chart) ?? [])]}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Lists the most used actions on a vessel first; the rest, in groups, on request. */
function Entries({ place, entries }: { place: MenuPlace; entries: readonly MenuEntry[] }) {
  const { ship } = place
  const [isAll, setAll] = useState(ship === null)
  const format = useFormat((state) => state.format)
  const { first, rest } = selected(entries)
  const labels = {
    Ship: 'More vessel actions',
    Place: coordinateText(format, place.lat, place.lon),
    Measure: 'Measure',
  }
  return (
    <>
      {ship !== null && <Menu.Label>{ship.name || `MMSI ${ship.mmsi}`}</Menu.Label>}
      {first.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {!isAll && (
        <Menu.Item
          leftSection={<IconChevronDown size={15} aria-hidden />}
          closeMenuOnClick={false}
          aria-expanded={false}
          onClick={({ currentTarget }) => {
            // The entry disappears, so a user of the keyboard continues at the entry before it.
            ;(currentTarget.previousElementSibling as HTMLElement | null)?.focus()
            setAll(true)
          }}
        >
          More actions
        </Menu.Item>
      )}
      {isAll &&
        SECTIONS.map((section) => {
          const own = rest.filter((entry) => entry.section === section)
          return (
            own.length > 0 && (
              <Fragment key={section}>
                <Menu.Label>{labels[section]}</Menu.Label>
                {own.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </Fragment>
            )
          )
        })}
    </>
  )
}

const Entry = ({ entry: { label, Icon, act } }: { entry: MenuEntry }) => (
  <Menu.Item leftSection={<Icon size={15} aria-hidden />} onClick={act}>
    {label}
  </Menu.Item>
)

/** In the format that is chosen, then in every other. */
function copyEntries({ lat, lon }: MenuPlace): MenuEntry[] {
  const { format: chosen } = useFormat.getState()
  const entry = (format: CoordinateFormat, label: string): MenuEntry => ({
    id: `copy-${format}`,
    label,
    Icon: IconCopy,
    section: 'Place',
    act: () => void copyText(coordinateText(format, lat, lon)),
  })
  const others = COORDINATE_FORMATS.filter((format) => format !== chosen)
  return [
    entry(chosen, 'Copy position'),
    ...others.map((format) => entry(format, `Copy ${coordinateText(format, lat, lon)}`)),
  ]
}
