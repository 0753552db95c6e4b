import { GRID_COLUMNS, type Panel } from '@samudra/contract/dashboards'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { GridLayout, type Layout } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import { bottomOf, inReadingOrder } from './panel-grid.ts'

type Props = {
  panels: readonly Panel[]
  isEditing: boolean
  /** Panels were moved or sized. */
  onMove: (panels: Panel[]) => void
  renderPanel: (panel: Panel) => ReactNode
}
const GAP = 10
const LEAST_ROW = 56
const MOST_ROW = 200
/** Narrower windows show one panel below the other. */
const STACKED_BELOW = 760

/** Panels on a grid of twelve columns, of rows that fill the window where they fit; one below the other on a phone. */
export function DashboardGrid({ panels, isEditing, onMove, renderPanel }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const { width, height } = size ?? { width: 0, height: 0 }
  const rows = bottomOf(panels)
  const fitting = Math.floor((height - GAP * (rows - 1) - 1) / Math.max(rows, 1))
  const rowHeight = Math.min(Math.max(fitting, LEAST_ROW), MOST_ROW)
  const take = (layout: Layout) => {
    const places = new Map(layout.map((one) => [one.i, one]))
    const moved = panels.map((panel) => {
      const { x, y, w, h } = places.get(panel.id) ?? panel
      return { ...panel, x, y, w, h }
    })
    if (JSON.stringify(moved) !== JSON.stringify(panels)) onMove(moved)
  }
  return (
    <div ref={box} className="dashboard-grid" data-editing={isEditing || undefined}>
      {size === null ? null : width < STACKED_BELOW ? (
        <div className="dashboard-stack">
          {inReadingOrder(panels).map((panel) => (
            <div
              key={panel.id}
              data-look={panel.look}
              style={{ height: panel.h * LEAST_ROW + (panel.h - 1) * GAP }}
            >
              {renderPanel(panel)}
            </div>
          ))}
        </div>
      ) : (
        <GridLayout
          width={width}
          layout={panels.map(({ id: i, x, y, w, h }) => ({ i, x, y, w, h, minW: 2, minH: 2 }))}
          gridConfig={{ cols: GRID_COLUMNS, rowHeight, margin: [GAP, GAP], containerPadding: [0, 0] }}
          dragConfig={{ enabled: isEditing, handle: '.panel-head', cancel: 'button, a' }}
          resizeConfig={{ enabled: isEditing }}
          onDragStop={take}
          onResizeStop={take}
        >
          {panels.map((panel) => (
            <div key={panel.id}>{renderPanel(panel)}</div>
          ))}
        </GridLayout>
      )}
    </div>
  )
}

/** Returns the size of an element, followed; null before it is known. */
function useSize(ref: React.RefObject<HTMLElement | null>) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [ref])
  return size
}
