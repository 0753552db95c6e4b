import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Chart } from '../chart/chart.ts'
import { takeFocus } from '../chart/focus.ts'
import { PartBoundary } from './PartBoundary.tsx'
import type { MapTool } from './part.ts'
import { openPanel, togglePanel, useWorkbench } from './workbench.store.ts'

/** Shows the tools of the map, one button each; a letter does the same while the user is not typing. */
export function ToolRail({ chart, tools }: { chart: Chart; tools: readonly MapTool[] }) {
  const open = useWorkbench((state) => state.panel)
  const use = (tool: MapTool) => (tool.Panel === undefined ? tool.act?.(chart) : togglePanel(tool.id))
  return (
    <div className="map-buttons tool-rail" role="toolbar" aria-orientation="vertical" aria-label="Map tools">
      {tools.map((tool) => (
        <button
          key={tool.id}
          type="button"
          aria-label={tool.label}
          {...(tool.Panel === undefined
            ? {}
            : { 'aria-expanded': open === tool.id, 'data-on': open === tool.id })}
          title={tool.hotkey === undefined ? tool.label : `${tool.label} (${tool.hotkey.toUpperCase()})`}
          onClick={() => use(tool)}
        >
          <tool.Icon size={17} stroke={1.7} aria-hidden />
          {tool.Badge !== undefined && <tool.Badge />}
        </button>
      ))}
    </div>
  )
}

/** The panel of the tool that is open, at the left of the chart. */
export function ToolPanel({ chart, tools }: { chart: Chart; tools: readonly MapTool[] }) {
  const open = useWorkbench((state) => state.panel)
  const tool = tools.find(({ id }) => id === open)
  if (tool?.Panel === undefined) return null
  return (
    <PanelFrame key={tool.id} chart={chart} title={tool.label}>
      <PartBoundary name={tool.label}>
        <tool.Panel chart={chart} close={() => openPanel(null)} />
      </PartBoundary>
    </PanelFrame>
  )
}

type FrameProps = { chart: Chart; title: string; children: ReactNode }

function PanelFrame({ chart, title, children }: FrameProps) {
  const frame = useRef<HTMLElement>(null)
  useEffect(() => takeFocus(frame.current, chart), [chart])
  return (
    <section
      ref={frame}
      className="map-panel"
      data-float
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        // Of an open list of choices Escape closes the list alone.
        const isOfList = (event.target as Element).getAttribute('aria-expanded') === 'true'
        if (event.key !== 'Escape' || isOfList) return
        event.stopPropagation()
        openPanel(null)
      }}
    >
      <header>
        <h2>{title}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={`Close ${title}`}
          onClick={() => openPanel(null)}
        >
          <IconX size={16} />
        </button>
      </header>
      <div className="map-panel-body">{children}</div>
    </section>
  )
}
