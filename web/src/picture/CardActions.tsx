import { useReducer } from 'react'
import type { Chart } from '../map/chart.ts'
import type { MapPart, MenuPlace } from '../map/part.ts'

/** What the rooms can do with the ship of the card: the entries of its context menu as buttons. */
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
  return (
    <div className="card-actions">
      {entries.map(({ id, label, Icon, act }) => (
        <button
          key={id}
          type="button"
          onClick={() => {
            act()
            readAgain()
          }}
        >
          <Icon size={14} aria-hidden /> {label}
        </button>
      ))}
    </div>
  )
}
