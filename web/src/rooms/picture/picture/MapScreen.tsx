import { useQuery } from '@tanstack/react-query'
import { MESSAGES } from '@samudra/contract/wire/messages'
import { getBaseLayers } from '@samudra/contract/map'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Attribution } from '../../../map/chart/Attribution.tsx'
import { later } from '../../../kit/pages/later.tsx'
import { BaseSwitch } from '../../../map/chart/BaseSwitch.tsx'
import { useChart } from '../../../map/chart/chart.store.ts'
import { CursorPosition } from '../../../map/coordinates/CursorPosition.tsx'
import { keepInFreePart } from '../../../map/coordinates/free-part.ts'
import { MapButtons } from '../../../map/chart/MapButtons.tsx'
import { OverviewMap } from '../../../map/chart/OverviewMap.tsx'
import type { MapPart } from '../../../map/workbench/part.ts'
import { ScaleBar } from '../../../map/chart/ScaleBar.tsx'
import { ToolPanel, ToolRail } from '../../../map/workbench/ToolRail.tsx'
import { toolsOf, Workbench } from '../../../map/workbench/Workbench.tsx'
import { useIsReplayed } from '../../../time/clock.ts'
import { ReplaySign } from '../../../time/ReplaySign.tsx'
import { call } from '../../../wire/call.ts'
import { useFollow } from './held/follow.ts'
import { HoverPopup } from './card/HoverPopup.tsx'
import { Legend } from './Legend.tsx'
import { LinkBanner } from './LinkBanner.tsx'
import './held/picture.css'
import { withWebGl } from '../../../map/chart/with-webgl.tsx'
import { PictureView } from './picture-view.ts'
import { usePicture } from './held/picture.store.ts'
import { Shortcuts } from './Shortcuts.tsx'
import { StatusStrip } from './StatusStrip.tsx'
import { VesselPopups } from './card/VesselPopups.tsx'

const VesselCard = later(() => import('./card/VesselCard.tsx').then((code) => code.VesselCard), {
  Meanwhile: CardOnItsWay,
})

type Props = {
  parts: readonly MapPart[]
  /** Content under the chart instead of the state of the live picture: the controls of a replay. */
  foot?: ReactNode
}

function MapScreenDrawn({ parts, foot }: Props) {
  const isReplayed = useIsReplayed()
  const container = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<PictureView | null>(null)
  const chart = view?.chart ?? null
  const selected = usePicture((state) => state.selected)
  const tools = useMemo(() => toolsOf(parts), [parts])
  useOfferedBases()
  useEffect(() => {
    if (container.current === null) return undefined
    const made = new PictureView(container.current)
    setView(made)
    return () => {
      setView(null)
      made.remove()
    }
  }, [])
  return (
    <div className="picture">
      <div className="picture-chart" data-replayed={isReplayed || undefined}>
        <div ref={container} className="picture-canvas" />
        {isReplayed ? <ReplaySign /> : <LinkBanner />}
        {chart !== null && (
          <>
            <div className="corner top-left">
              <div className="tool-column">
                <MapButtons chart={chart} />
                <ToolRail chart={chart} tools={tools} />
              </div>
              <BaseSwitch />
            </div>
            <div className="left-lane">
              <ToolPanel chart={chart} tools={tools} />
              <Legend chart={chart} />
            </div>
            <div className="corner bottom-right">
              <OverviewMap chart={chart} />
              <div className="readout">
                <CursorPosition chart={chart} />
                <ScaleBar chart={chart} />
              </div>
              <Attribution />
            </div>
            <Workbench chart={chart} parts={parts} />
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
        {view !== null && <SelectedInView view={view} />}
      </div>
      {foot ?? <StatusStrip />}
    </div>
  )
}

/** The main map: the picture at the instant of the clock, with what is needed to read it. */
export const MapScreen = withWebGl(MapScreenDrawn)

/** The frame of the card, so that nothing moves when it comes. */
function CardOnItsWay() {
  return (
    <aside className="card" data-float aria-label="Vessel card">
      <p className="card-wait" role="status">
        {MESSAGES.loading}
      </p>
    </aside>
  )
}

/** The camera that follows a ship sees to it itself. */
const placeToSee = (view: PictureView) => (useFollow.getState().ship === null ? view.placeOfSelected() : null)

/** The selected ship is never under what floats over the chart. */
function SelectedInView({ view }: { view: PictureView }) {
  const selected = usePicture((state) => state.selected)
  useEffect(
    () => (selected === null ? undefined : keepInFreePart(view.chart, () => placeToSee(view))),
    [view, selected],
  )
  return null
}

/** Requests once which bases the operator configured; without an answer our own are drawn. */
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
