import { later } from '../../../kit/pages/later.tsx'
import { madeBy, type DrawingRecord } from '../../../map/drawing-record.ts'
import type { MapLayer } from '../../../map/workbench/part.ts'
import { attachTracks } from './tracks-layer.ts'
import { trackOf, tracks, useTracks } from './tracks.store.ts'

function recordOf({ id }: Record<string, unknown>): DrawingRecord | null {
  const track = trackOf(typeof id === 'string' ? id : null)
  if (track === undefined) return null
  const last = track.points.at(-1)
  return {
    name: track.name,
    kind: track.kind,
    affiliation: track.affiliation,
    state: track.state,
    latitude: last?.lat,
    longitude: last?.lon,
    sog: last?.sog,
    cog: last?.cog,
    reported: last?.t,
    reliability: `${track.reliability}${track.credibility}`,
    ...madeBy(track),
  }
}

export const TRACKS: MapLayer = {
  id: 'manual_tracks',
  label: 'Manual tracks',
  group: 'Contacts',
  note: 'Plotted by users; moving tracks are predicted',
  isOn: true,
  isAbove: true,
  opacity: 1,
  attach: (chart, theme) => attachTracks(chart, theme, TRACKS.id, () => tracks.use.getState().rows, false),
  recordOf,
  Legend: later(() => import('./TracksLegend.tsx').then((code) => code.TracksLegend)),
}

/** Layer of the exercise shown; no layer of real objects contains any of it. */
export const OVERLAY: MapLayer = {
  id: 'ttx_overlay',
  label: 'TTX overlay',
  group: 'Contacts',
  note: 'Of the exercise chosen under Exercises',
  isOn: true,
  isAbove: true,
  opacity: 1,
  attach: (chart, theme) =>
    attachTracks(chart, theme, OVERLAY.id, () => useTracks.getState().overlay?.objects ?? [], true),
  recordOf,
}
