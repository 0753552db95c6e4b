import type { SHIP_TYPES } from '@samudra/contract/picture'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { usePalette } from '../../../kit/theme/colour-palette.ts'
import { useSettings } from '../../../kit/settings.ts'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { useChart } from '../../../map/chart/chart.store.ts'
import { changeFilter, useFilter } from '../../../map/filter.store.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import { keepStore } from '../../../store/saved-stores.ts'
import { useWorkbench } from '../../../map/workbench/workbench.store.ts'
import { usePicture } from './held/picture.store.ts'
import { shipColours } from '../../../map/chart/ship-colours.ts'
import { SYMBOL_LEGEND, SymbolMark } from './fleet/SymbolMark.tsx'

/** In the order of SHIP_TYPES, whose index travels in live frames. */
type Type = (typeof SHIP_TYPES)[number]
const GROUPS: readonly Type[] = [
  'UNKNOWN',
  'PLEASURECRAFT',
  'HIGHSPEED',
  'PASSENGER',
  'FISHING',
  'OTHERS',
  'TANKER',
  'CARGO',
  'TUGS & SPECIAL CRAFTS',
]
const useLegend = create<{ isUnfolded: boolean }>(() => ({ isUnfolded: true }))
keepStore(useLegend, {
  name: 'ui.legend',
  of: 'browser',
  read: ({ isUnfolded }) => ({ isUnfolded }),
  restore: ({ isUnfolded }) => ({ isUnfolded: isUnfolded !== false }),
})
/** On a chart lower or narrower than this an open legend hides what it explains, pixels. */
const LOW_PX = 460
const NARROW_PX = 600
/** A panel and an open legend need this much of one column. */
const BOTH_PX = 715

/** Shows the meaning of the colours; folded as the user left it, and initially on a chart too small for it. */
export function Legend({ chart }: { chart: Chart }) {
  const { width, height } = useSize(chart)
  const hasPanel = useWorkbench((state) => state.panel !== null)
  const isLow = height < LOW_PX || width < NARROW_PX || (hasPanel && height < BOTH_PX)
  const isUnfolded = useLegend((state) => state.isUnfolded)
  const [isOpenedLow, setOpenedLow] = useState(false)
  const open = isLow ? isOpenedLow : isUnfolded
  const toggle = () => {
    if (isLow) setOpenedLow(!open)
    else useLegend.setState({ isUnfolded: !open })
  }
  const Chevron = open ? IconChevronDown : IconChevronUp
  return (
    <section className="legend" data-float aria-label="Legend">
      <button type="button" className="legend-head" onClick={toggle} aria-expanded={open}>
        Legend {!open && <LegendLine />}
        <Chevron size={14} aria-hidden />
      </button>
      {open && <LegendBody />}
    </section>
  )
}

/** Returns the size of the chart, in pixels. */
function useSize(chart: Chart) {
  const [size, setSize] = useState(() => sizeOf(chart))
  useEffect(() => {
    const read = () => setSize(sizeOf(chart))
    chart.on('resize', read)
    return () => void chart.off('resize', read)
  }, [chart])
  return size
}

const sizeOf = (chart: Chart) => {
  const { clientWidth: width, clientHeight: height } = chart.getContainer()
  return { width, height }
}

const NO_TYPES: readonly Type[] = []
/** Types chosen one by one; all of them together ask nothing. */
function toggled(chosen: readonly Type[], group: Type): Type[] {
  const next = chosen.includes(group) ? chosen.filter((one) => one !== group) : [...chosen, group]
  return next.length === GROUPS.length ? [] : next
}

const hintOf = (chosen: readonly Type[], group: Type) =>
  chosen.includes(group)
    ? `Remove ${group} from the filter`
    : chosen.length === 0
      ? `Show only ${group}`
      : `Show ${group} too`

function useColours() {
  const base = useChart((state) => state.base)
  const palette = usePalette((state) => state.palette)
  return shipColours(
    base,
    palette,
    useSettings((state) => state['ship.colours']),
  ).groups
}

/** The colours of the types in their order: what is left of it when it is folded. */
function LegendLine() {
  return (
    <span className="legend-line" aria-hidden>
      {useColours().map((colour) => (
        <i key={colour} style={{ background: colour }} />
      ))}
    </span>
  )
}

function LegendBody() {
  const [symbols, setSymbols] = useState(false)
  const colours = useColours()
  const byGroup = usePicture((state) => state.byGroup)
  const chosen = useFilter((state) => state.filter.ship_types) ?? NO_TYPES
  return (
    <div className="legend-body">
      <div>
        <ul data-filtered={chosen.length > 0 || undefined}>
          {GROUPS.map((group, i) => (
            <li key={group}>
              <button
                type="button"
                className="legend-entry"
                aria-pressed={chosen.includes(group)}
                title={hintOf(chosen, group)}
                onClick={() => changeFilter({ ship_types: toggled(chosen, group) })}
              >
                <i style={{ background: colours[i] }} />
                <span>{group}</span>
                <b>
                  <Quantity count={byGroup[i] ?? 0} />
                </b>
              </button>
            </li>
          ))}
        </ul>
        <button
          type="button"
          className="legend-more"
          aria-expanded={symbols}
          onClick={() => setSymbols(!symbols)}
        >
          {symbols ? 'Hide the symbols' : 'Show the symbols'}
        </button>
      </div>
      {symbols && (
        <ul>
          {SYMBOL_LEGEND.map(({ symbol, text }) => (
            <li key={text}>
              <SymbolMark symbol={symbol} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
