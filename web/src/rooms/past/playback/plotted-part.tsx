import { useEffect, useRef } from 'react'
import type { Chart } from '../../../map/chart/chart.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import { now, onInstant } from '../../../time/clock.store.ts'
import { usePlayback } from './playback.store.ts'
import { attachTracks, tracksInOrder } from './track-layer.ts'
import { boxAround, instantFeatures } from './track-features.ts'

/** Clear of the tools, and of the position and scale below, pixels. */
const PADDING = { top: 60, bottom: 70, left: 120, right: 40 }

/** Brings new tracks into view, and keeps the vessels there while the user follows them. */
function InView({ chart }: { chart: Chart }) {
  const request = usePlayback((state) => state.query)
  const isLoading = usePlayback((state) => state.isLoading)
  const subject = request === null ? '' : JSON.stringify([request.ships, request.from, request.to])
  const seen = useRef('')
  useEffect(() => {
    if (isLoading || seen.current === subject) return
    const box = boxAround(tracksInOrder())
    if (box === null) return
    seen.current = subject
    chart.fitBounds(box, { padding: PADDING, maxZoom: 13, duration: 0 })
  }, [chart, subject, isLoading])
  useEffect(
    () =>
      onInstant(() => {
        if (!usePlayback.getState().isFollowed) return
        const [ship] = instantFeatures(tracksInOrder().slice(0, 1), now(), [''])
        if (ship?.geometry.type !== 'Point') return
        const at = ship.geometry.coordinates
        const { width, height } = chart.getCanvas().getBoundingClientRect()
        const { x, y } = chart.project(at)
        const isOut = x < width * 0.15 || x > width * 0.85 || y < height * 0.15 || y > height * 0.85
        if (isOut) chart.easeTo({ center: at, duration: 250 })
      }),
    [chart],
  )
  return null
}

/** The tracks themselves, on the screen that plots them. */
export const plottedPart: MapPart = {
  layers: [
    {
      id: 'plotted',
      label: 'Plotted tracks',
      group: 'Contacts',
      note: 'Vessels of this screen; a ring marks each position at the shown time',
      isOn: true,
      opacity: 1,
      attach: attachTracks,
    },
  ],
  Over: InView,
}
