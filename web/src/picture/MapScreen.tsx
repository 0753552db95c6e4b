import { useQuery } from '@tanstack/react-query'
import { getBaseLayers } from '@samudra/contract/map'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Attribution } from '../map/Attribution.tsx'
import { BaseSwitch } from '../map/BaseSwitch.tsx'
import { useChart } from '../map/chart.store.ts'
import type { Chart } from '../map/chart.ts'
import { CursorPosition } from '../map/CursorPosition.tsx'
import { MapButtons } from '../map/MapButtons.tsx'
import type { MapPart } from '../map/part.ts'
import { ScaleBar } from '../map/ScaleBar.tsx'
import { ToolRail } from '../map/ToolRail.tsx'
import { toolsOf, Workbench } from '../map/Workbench.tsx'
import { call } from '../wire/call.ts'
import { HoverPopup } from './HoverPopup.tsx'
import { Legend } from './Legend.tsx'
import { LinkBanner } from './LinkBanner.tsx'
import './picture.css'
import { PictureView } from './picture-view.ts'
import { usePicture } from './picture.store.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { StatusStrip } from './StatusStrip.tsx'
import { VesselCard } from './VesselCard.tsx'
import { VesselPopups } from './VesselPopups.tsx'

/** The main map: the live picture with what is needed to read it. */
export function MapScreen({ parts }: { parts: readonly MapPart[] }) {
  const container = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<Chart | null>(null)
  const selected = usePicture((state) => state.selected)
  const tools = useMemo(() => toolsOf(parts), [parts])
  useOfferedBases()
  useEffect(() => {
    if (container.current === null) return undefined
    const view = new PictureView(container.current)
    setChart(view.chart)
    return () => {
      setChart(null)
      view.remove()
    }
  }, [])
  return (
    <div className="picture">
      <div className="picture-chart">
        <div ref={container} className="picture-canvas" />
        <LinkBanner />
        {chart !== null && (
          <>
            <div className="corner top-left">
              <div className="tool-column">
                <MapButtons chart={chart} />
                <ToolRail chart={chart} tools={tools} />
              </div>
              <BaseSwitch />
            </div>
            <div className="corner bottom-left">
              <Legend />
            </div>
            <div className="corner bottom-right">
              <div className="readout">
                <CursorPosition chart={chart} />
                <ScaleBar chart={chart} />
              </div>
              <Attribution />
            </div>
            <Workbench chart={chart} parts={parts} tools={tools} />
            <Shortcuts chart={chart} tools={tools} />
          </>
        )}
        <HoverPopup />
        <VesselPopups />
        {selected !== null && chart !== null && (
          <VesselCard
            key={`${selected.mmsi} ${selected.split}`}
            contact={selected}
            chart={chart}
            parts={parts}
          />
        )}
      </div>
      <StatusStrip />
    </div>
  )
}

/** Asks once which bases the operator has configured; without an answer our own are drawn. */
function useOfferedBases() {
  const { data } = useQuery({
    queryKey: [getBaseLayers.name],
    queryFn: () => call(getBaseLayers, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (data !== undefined) useChart.setState({ offered: data })
  }, [data])
}
