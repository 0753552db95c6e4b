import type { MapLayer } from '../map/part.ts'
import { TracksLegend } from './TracksLegend.tsx'
import { attachTracks } from './tracks-layer.ts'
import { useTracks } from './tracks.store.ts'

export const TRACKS: MapLayer = {
  id: 'manual_tracks',
  label: 'Manual tracks',
  group: 'Contacts',
  note: 'Plotted by hand; moving ones are carried on',
  isOn: true,
  isAbove: true,
  opacity: 1,
  attach: (chart, theme) =>
    attachTracks(chart, theme, TRACKS.id, () => useTracks.getState().tracks.values(), false),
  Legend: TracksLegend,
}

/** What is played of the exercise that is shown; nothing of it is in any layer of real things. */
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
}
