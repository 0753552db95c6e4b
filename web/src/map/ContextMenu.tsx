import { Menu } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { Fragment } from 'react'
import { copyText } from '../kit/copy-text.ts'
import type { Chart } from './chart.ts'
import { useFormat } from './coordinates.store.ts'
import { coordinateText } from './coordinates.ts'
import type { MapPart, MenuEntry, MenuPlace } from './part.ts'
import { closeMenu, useWorkbench } from './workbench.store.ts'

const SECTIONS = ['Ship', 'Place', 'Measure'] as const

/** What may be done at a place of the map or with a ship: by right click, long press, or the menu key. */
export function ContextMenu({ chart, parts }: { chart: Chart; parts: readonly MapPart[] }) {
  const menu = useWorkbench((state) => state.menu)
  const format = useFormat((state) => state.format)
  if (menu === null) return null
  const { place, x, y } = menu
  const entries = [copyEntry(place), ...parts.flatMap(({ menu: ask }) => ask?.(place, chart) ?? [])]
  const shown = SECTIONS.map((section) => ({
    section,
    entries: entries.filter((entry) => entry.section === section),
  })).filter((one) => one.entries.length > 0)
  return (
    <Menu
      opened
      onChange={(isOpen) => {
        if (isOpen) return
        closeMenu()
        // The menu is gone before it could give the focus back itself; what an entry opens takes it from here.
        chart.getCanvas().focus({ preventScroll: true })
      }}
      position="bottom-start"
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
        {shown.map(({ section, entries: own }) => (
          <Fragment key={section}>
            <Menu.Label>
              {section === 'Ship'
                ? place.ship?.name || `MMSI ${place.ship?.mmsi ?? ''}`
                : section === 'Place'
                  ? coordinateText(format, place.lat, place.lon)
                  : section}
            </Menu.Label>
            {own.map((entry) => (
              <Menu.Item
                key={entry.id}
                leftSection={<entry.Icon size={15} aria-hidden />}
                onClick={entry.act}
              >
                {entry.label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const copyEntry = ({ lat, lon }: MenuPlace): MenuEntry => ({
  id: 'copy-position',
  label: 'Copy position',
  Icon: IconCopy,
  section: 'Place',
  act: () => void copyText(coordinateText(useFormat.getState().format, lat, lon)),
})
