import { useMemo } from 'react'
import { SeriesChart, type Series } from '../../../kit/SeriesChart.tsx'
import { usePalette, type Palette } from '../../../kit/theme/colour-palette.ts'
import { useInstant } from '../../../time/clock.ts'
import { seek } from '../../../time/clock.store.ts'
import { GAP_MS } from './track-features.ts'
import { receivedPeriod } from './received-period.ts'
import type { PlaybackQuery } from './playback-link.ts'
import type { PlottedFix, PlottedTrack } from './playback.store.ts'
import { shipInks } from './ship-inks.ts'

const COURSES: [number, number] = [0, 360]

/** Speed and course of every plotted ship over the period. */
export function TrackCharts({
  query: request,
  tracks,
}: {
  query: PlaybackQuery
  tracks: readonly PlottedTrack[]
}) {
  const at = useInstant(100)
  const palette = usePalette((state) => state.palette)
  const speeds = useMemo(() => seriesOf(tracks, palette, ({ sog }) => sog, false), [tracks, palette])
  const courses = useMemo(() => seriesOf(tracks, palette, ({ cog }) => cog, true), [tracks, palette])
  const { from, to } = receivedPeriod(request, tracks)
  return (
    <section className="playback-charts" aria-label="Speed and course">
      <SeriesChart label="SOG, kn" series={speeds} from={from} to={to} at={at} onSeek={seek} />
      <SeriesChart
        label="COG, °"
        series={courses}
        from={from}
        to={to}
        at={at}
        range={COURSES}
        onSeek={seek}
      />
    </section>
  )
}

function seriesOf(
  tracks: readonly PlottedTrack[],
  palette: Palette,
  value: (fix: PlottedFix) => number | null,
  isDotted: boolean,
): Series[] {
  const inks = shipInks(palette)
  return tracks.map((track, i) => ({
    label: track.name,
    colour: inks[i % inks.length]!,
    isDotted,
    ...withHoles(track.fixes, value),
  }))
}

/** Returns the values with a gap in the line after a long silence. */
function withHoles(fixes: readonly PlottedFix[], value: (fix: PlottedFix) => number | null) {
  const times: number[] = []
  const values: (number | null)[] = []
  for (const [i, fix] of fixes.entries()) {
    const before = fixes[i - 1]
    if (before !== undefined && before.t === fix.t) continue
    if (before !== undefined && fix.t - before.t > GAP_MS) {
      times.push(before.t + 1)
      values.push(null)
    }
    times.push(fix.t)
    values.push(value(fix))
  }
  return { times, values }
}
