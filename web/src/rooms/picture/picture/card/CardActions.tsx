import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useReducer } from 'react'
import type { Chart } from '../../../../map/chart/chart.ts'
import { selected } from '../../../../map/workbench/menu-entries.ts'
import type { MapPart, MenuPlace } from '../../../../map/workbench/part.ts'

/**
 * Shows the rooms' actions on the vessel of the card: entries of its context menu, five as icons, the rest behind one.
 */
export function CardActions({
  chart,
  parts,
  place,
}: {
  chart: Chart
  parts: readonly MapPart[]
  place: MenuPlace
}) {
  // An entry may read otherwise once it has been used.
  const [, readAgain] = useReducer((count: number) => count + 1, 0)
  const entries = parts
    .flatMap(({ menu }) => menu?.(place, chart) ?? [])
    .filter((entry) => entry.section === 'Ship' && entry.isOfMenu !== true)
  if (entries.length === 0) return null
  const { first, rest } = selected(entries)
  const use = (act: () => void) => () => {
    act()
    readAgain()
  }
  return (
    <div className="card-actions" role="group" aria-label="Vessel actions">
      {first.map(({ id, label, Icon, act }) => (
        <button key={id} type="button" aria-label={label} title={label} onClick={use(act)}>
          <Icon size={18} stroke={1.7} aria-hidden />
        </button>
      ))}
      {rest.length > 0 && (
        <Menu position="top-end" shadow="md" withinPortal returnFocus>
          <Menu.Target>
            <button type="button" aria-label="More" title="More">
              <IconDots size={18} stroke={1.7} aria-hidden />
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(({ id, label, Icon, act }) => (
              <Menu.Item key={id} leftSection={<Icon size={15} aria-hidden />} onClick={use(act)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}
