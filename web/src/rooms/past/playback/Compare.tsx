import { Select } from '@mantine/core'
import { getTrackCorrelation, type TrackCorrelation, type TrackRef } from '@samudra/contract/correlation'
import { getManualTracks } from '@samudra/contract/manual-tracks'
import { correlationDecided } from '@samudra/contract/correlation'
import { distanceBetween, initialBearing } from '@samudra/nautical/geodesy'
import { mostKnotsOf } from '@samudra/nautical/tracks/out-of-reach'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { placeAt } from '@samudra/nautical/tracks/timed-track'
import { useMemo, useState } from 'react'
import { usePalette } from '../../../kit/theme/colour-palette.ts'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { inUnit, unitShort } from '../../../kit/text/quantity-text.ts'
import { useSettings } from '../../../kit/settings.ts'
import { SeriesChart, type Series } from '../../../kit/SeriesChart.tsx'
import { Failed, Nothing, Waiting } from '../../../kit/pages/States.tsx'
import { When } from '../../../kit/text/When.tsx'
import { useInstant } from '../../../time/clock.ts'
import { pause, seek } from '../../../time/clock.store.ts'
import { usePush } from '../../../wire/push.ts'
import { useAnswer, useStale } from '../../../wire/use-answer.ts'
import { Decision } from './Decision.tsx'
import { receivedPeriod } from './received-period.ts'
import { keyOf, type PlaybackQuery } from './playback-link.ts'
import type { PlottedTrack } from './playback.store.ts'
import { shipInks } from './ship-inks.ts'
import { GAP_MS } from './track-features.ts'

type Choice = { value: string; label: string; ref: TrackRef }

/** The first ship beside another one or a manual track: how far apart over time, and whether one ship made both. */
export function Compare({
  query: request,
  tracks,
}: {
  query: PlaybackQuery
  tracks: readonly PlottedTrack[]
}) {
  const choices = useChoices(request, tracks)
  const [chosen, setChosen] = useState<string | null>(null)
  const other = choices.find(({ value }) => value === chosen) ?? choices[0]
  const first = request.ships[0]!
  if (other === undefined)
    return (
      <Nothing
        title="No track to compare"
        hint="Add another vessel above, or plot a manual track with times."
      />
    )
  return (
    <div className="playback-compare">
      <Select
        size="xs"
        aria-label="Compared with"
        data={choices.map(({ value, label }) => ({ value, label }))}
        value={other.value}
        allowDeselect={false}
        onChange={setChosen}
      />
      <Between tracks={tracks} other={other.value} />
      <Correlated
        key={other.value}
        a={{ mmsi: first.mmsi, split_id: first.split }}
        b={other.ref}
        query={request}
      />
    </div>
  )
}

/** The other plotted ships, then manual tracks of this period that say times. */
function useChoices(request: PlaybackQuery, tracks: readonly PlottedTrack[]): Choice[] {
  const period = { from: new Date(request.from).toISOString(), to: new Date(request.to).toISOString() }
  const manual = useAnswer(getManualTracks, { domain: 'REAL', ...period, limit: 200 }).data?.items ?? []
  const ships = request.ships.slice(1).map((ship): Choice => {
    const name = tracks.find((track) => keyOf(track) === keyOf(ship))?.name ?? `MMSI ${ship.mmsi}`
    return { value: keyOf(ship), label: name, ref: { mmsi: ship.mmsi, split_id: ship.split } }
  })
  const plotted = manual
    .filter(({ kind, points }) => kind !== 'AREA' && points.some(({ t }) => t !== null))
    .map(({ id, name }): Choice => ({
      value: `manual ${id}`,
      label: `${name} (manual track)`,
      ref: { manual_track_id: id },
    }))
  return [...ships, ...plotted]
}

const positionAt = ({ fixes, mmsi }: PlottedTrack, at: number) =>
  placeAt(fixes, at, GAP_MS, mostKnotsOf(Number(mmsi)))

/** Distance and bearing from the first to the other at the instant. */
function Between({ tracks, other }: { tracks: readonly PlottedTrack[]; other: string }) {
  const at = useInstant(100)
  const [a, b] = [tracks[0], tracks.find((track) => keyOf(track) === other)]
  if (a === undefined || b === undefined) return null
  const [here, there] = [positionAt(a, at), positionAt(b, at)]
  if (here === null || there === null)
    return <p className="playback-dim">One of the two has no position at this time.</p>
  return (
    <p className="playback-between">
      <Quantity distance={distanceBetween(here.place, there.place)} /> on{' '}
      <Quantity degrees={initialBearing(here.place, there.place)} />
    </p>
  )
}

function Correlated({ a, b, query: request }: { a: TrackRef; b: TrackRef; query: PlaybackQuery }) {
  const pair = { a, b, from: new Date(request.from).toISOString(), to: new Date(request.to).toISOString() }
  const { data, error, refetch } = useAnswer(getTrackCorrelation, pair, { keep: true })
  const stale = useStale()
  usePush(correlationDecided, () => stale(getTrackCorrelation))
  if (data === undefined)
    return error === null ? <Waiting /> : <Failed error={error} onRetry={() => refetch()} />
  return (
    <>
      <Verdict correlation={data} />
      <Distances correlation={data} query={request} />
      <Decision pair={pair} correlation={data} />
    </>
  )
}

const VERDICTS = { MATCH: 'Match', POSSIBLE: 'Possible', NO: 'No match' } as const
const COMPONENTS = {
  time: 'Overlap in time',
  distance: 'Distance',
  course: 'Course',
  speed: 'Speed',
  identity: 'Identity',
} as const

function Verdict({ correlation: found }: { correlation: TrackCorrelation }) {
  const { match, possible } = found.thresholds
  return (
    <section aria-label="Correlation">
      <p className="playback-verdict" data-verdict={found.verdict}>
        <strong>{VERDICTS[found.verdict]}</strong>
        <span className="figures" title={`Match from ${match}, possible from ${possible}`}>
          score {found.score.toFixed(2)}
        </span>
      </p>
      <p className="playback-dim">{found.why}</p>
      <dl className="playback-components">
        {(Object.keys(COMPONENTS) as (keyof typeof COMPONENTS)[]).map((name) => (
          <Component key={name} label={COMPONENTS[name]} {...found.components[name]} />
        ))}
      </dl>
      {found.offset !== null && (
        <p className="playback-dim">
          They would be <Quantity distance={found.offset.distance_nm * METRES_PER_NM} /> apart if one clock
          were {Math.abs(found.offset.seconds)} s wrong.
        </p>
      )}
    </section>
  )
}

type ComponentProps = TrackCorrelation['components']['time'] & { label: string }
function Component({ label, score, weight, measured }: ComponentProps) {
  return (
    <div>
      <dt title={`Weighs ${Math.round(weight * 100)} %`}>{label}</dt>
      <dd>
        <meter
          min={0}
          max={1}
          value={score ?? 0}
          aria-label={`${label}: ${score === null ? 'unknown' : score.toFixed(2)}`}
        />
        <span className="figures">{score === null ? 'NA' : score.toFixed(2)}</span>
        <small>{measured}</small>
      </dd>
    </div>
  )
}

function Distances({
  correlation: found,
  query: request,
}: {
  correlation: TrackCorrelation
  query: PlaybackQuery
}) {
  const at = useInstant(100)
  const palette = usePalette((state) => state.palette)
  const unit = useSettings((settings) => settings['distance.unit'])
  const { series, nearest } = found
  const { from, to } = receivedPeriod(request, [{ fixes: series.map(({ t }) => ({ t: Date.parse(t) })) }])
  const lines = useMemo(
    (): Series[] => [
      {
        label: 'distance',
        colour: shipInks(palette)[0]!,
        times: series.map(({ t }) => Date.parse(t)),
        values: series.map(({ distance_nm }) => inUnit(distance_nm * METRES_PER_NM, unit)),
      },
    ],
    [series, palette, unit],
  )
  if (nearest === null) return null
  return (
    <section className="playback-distances" aria-label="Distance over time">
      <button
        type="button"
        className="playback-nearest"
        onClick={() => {
          pause()
          seek(Date.parse(nearest.t))
        }}
      >
        Nearest <Quantity distance={nearest.distance_nm * METRES_PER_NM} /> at <When at={nearest.t} />
      </button>
      <SeriesChart
        label={`Distance, ${unitShort(unit)}`}
        series={lines}
        from={from}
        to={to}
        at={at}
        onSeek={seek}
      />
    </section>
  )
}
