import { useEffect, useState } from 'react'
import { usePalette } from '../../../kit/theme/colour-palette.ts'
import { later } from '../../../kit/pages/later.tsx'
import type { Chart } from '../../../map/chart/chart.ts'
import { toggleGrid } from '../../../map/workbench/chart-part.tsx'
import { useChart } from '../../../map/chart/chart.store.ts'
import { goHome } from '../../../map/home/home-view.ts'
import type { MapTool } from '../../../map/workbench/part.ts'
import { togglePanel } from '../../../map/workbench/workbench.store.ts'
import { usePicture } from './held/picture.store.ts'
import { QUICK_SEARCH } from './search-props.tsx'

const KeysList = later(() => import('./KeysList.tsx').then((code) => code.KeysList), {
  isWanted: ({ isOpen }) => isOpen,
})

const PAN_PX = 140

/** Handles the keys of the map screen; they are inactive while the user types. */
export function Shortcuts({ chart, tools }: { chart: Chart; tools: readonly MapTool[] }) {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || event.altKey) return
      const isCommand = event.ctrlKey || event.metaKey
      const action = isCommand
        ? undefined
        : event.key === '/'
          ? search
          : (toolAction(event, tools, chart) ?? actionOf(event, chart))
      if (event.key === '?') setOpen(true)
      else if (action !== undefined) {
        event.preventDefault()
        action()
      }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [chart, tools])
  return <KeysList isOpen={open} close={() => setOpen(false)} tools={tools} />
}

function toolAction(
  { key }: KeyboardEvent,
  tools: readonly MapTool[],
  chart: Chart,
): (() => void) | undefined {
  const tool = tools.find(({ hotkey }) => hotkey === key.toLowerCase())
  if (tool === undefined) return undefined
  return () => (tool.Panel === undefined ? tool.act?.(chart) : togglePanel(tool.id))
}

const search = () => document.getElementById(QUICK_SEARCH)?.focus()

function actionOf(event: KeyboardEvent, chart: Chart): (() => void) | undefined {
  // The chart itself answers arrows and zoom keys while it has the focus.
  const onChart = event.target === chart.getCanvas()
  switch (event.key) {
    case 'Escape':
      return () => usePicture.getState().select(null)
    case 'b':
    case 'B':
      return () => useChart.getState().nextBase()
    case 'p':
    case 'P':
      return () => usePalette.getState().next()
    case 'h':
    case 'H':
      return () => goHome(chart)
    case 'g':
    case 'G':
      return toggleGrid
    default:
      return onChart ? undefined : moveOf(event.key, chart)
  }
}

function moveOf(key: string, chart: Chart): (() => void) | undefined {
  const pan = PANS[key]
  if (pan !== undefined) return () => void chart.panBy(pan, { duration: 200 })
  if (key === '+' || key === '=') return () => void chart.zoomIn()
  if (key === '-') return () => void chart.zoomOut()
  return undefined
}

const PANS: Record<string, [number, number]> = {
  ArrowLeft: [-PAN_PX, 0],
  ArrowRight: [PAN_PX, 0],
  ArrowUp: [0, -PAN_PX],
  ArrowDown: [0, PAN_PX],
}

function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  // What is chosen with arrows takes these, and no other key.
  if (target.matches('input[type="range"], input[type="radio"]')) return key.startsWith('Arrow')
  // A switch takes the space bar alone.
  if (target.matches('input[type="checkbox"]')) return false
  return (
    target.matches('input, textarea, select, [contenteditable]') ||
    // What is open over the chart has its keys to itself.
    target.closest('[role="dialog"], [role="menu"]') !== null
  )
}
