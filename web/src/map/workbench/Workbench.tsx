import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Chart } from '../chart/chart.ts'
import { DrawingTooltip } from '../DrawingTooltip.tsx'
import { useFound, type Opens } from '../explanation/found.store.ts'
import { toast } from '../../kit/toasts.ts'
import { later } from '../../kit/pages/later.tsx'
import { LayerHost } from '../chart/layer-host.ts'
import type { MapPart, MapTool } from './part.ts'
import { onTheme, themeNow } from '../chart/theme.ts'
import { useWorkbench } from './workbench.store.ts'
import { PartBoundary } from './PartBoundary.tsx'
import './workbench.css'
import '../floats.css'

const ContextMenu = later(() => import('./ContextMenu.tsx').then((code) => code.ContextMenu), {
  isWanted: () => useWorkbench(({ menu }) => menu !== null),
})

/** The parts of the rooms on an open chart: their layers, menu and what floats over it. */
export function Workbench({ chart, parts }: { chart: Chart; parts: readonly MapPart[] }) {
  useLayers(chart, parts)
  useWantedFind(parts)
  return (
    <>
      <ContextMenu chart={chart} parts={parts} />
      <DrawingTooltip chart={chart} />
      {parts.map(
        ({ Over }, i) =>
          Over !== undefined && (
            <PartBoundary key={i} name="A part of the map">
              <Over chart={chart} />
            </PartBoundary>
          ),
      )}
    </>
  )
}

/** The tools of all parts, from the top down. */
export const toolsOf = (parts: readonly MapPart[]): MapTool[] =>
  parts.flatMap(({ tools = [] }) => tools).sort((a, b) => a.order - b.order)

/** Shows what a search found, by the room it belongs to. */
function useWantedFind(parts: readonly MapPart[]) {
  const wanted = useFound((state) => state.wanted)
  const navigate = useNavigate()
  useEffect(() => {
    if (wanted === null) return
    useFound.setState({ wanted: null })
    const open = async () => {
      for (const { opens } of parts)
        await (opens?.[wanted.kind] as Opens['vessel'])?.(wanted as never, navigate)
    }
    open().catch((error: Error) => toast(error.message, 'bad'))
  }, [wanted, parts, navigate])
}

function useLayers(chart: Chart, parts: readonly MapPart[]) {
  useEffect(() => {
    let host: LayerHost | null = null
    const layers = parts.flatMap(({ layers: own = [] }) => own)
    const begin = () => (host ??= new LayerHost(chart, layers, themeNow()))
    if (chart.getLayer('sea')) begin()
    else void chart.once('style.load', begin)
    const stop = onTheme(() => host?.dress(themeNow()))
    return () => {
      stop()
      chart.off('style.load', begin)
      host?.remove()
    }
  }, [chart, parts])
}
