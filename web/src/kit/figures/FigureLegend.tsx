import type { Figure } from '@samudra/contract/figures'
import type { Palette } from '../theme/colour-palette.ts'
import { aloneGroup, toggleGroup, useHidden } from './analytics.store.ts'
import { groupLook } from './figure-option.ts'

/** The groups of a chart with their counts; a press switches one off or on, a press with Shift shows it alone. */
export function Legend({ panel, figure, palette }: { panel: string; figure: Figure; palette: Palette }) {
  const hidden = useHidden(panel)
  const keys = figure.groups.map(({ key }) => key)
  return (
    <ul className="chart-legend" aria-label="Legend">
      {figure.groups.map(({ key, label, value }) => {
        const isShown = !hidden.includes(key)
        const { colour } = groupLook({ figure, palette }, key)
        return (
          <li key={key}>
            <button
              type="button"
              aria-pressed={isShown}
              title={`${label}: click to ${isShown ? 'hide' : 'show'}, Shift+click to show only this`}
              onClick={(event) => (event.shiftKey ? aloneGroup(panel, key, keys) : toggleGroup(panel, key))}
            >
              <i style={{ background: colour }} />
              <span>{label}</span>
              <b>{value.toLocaleString('en')}</b>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
