import { getVesselEventsAndDisasters } from '@samudra/contract/events'
import { getTrackForMmsi } from '@samudra/contract/history'
import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { getTrackEvents } from '@samudra/contract/track-events'
import { call } from '../../../wire/call.ts'
import { keyOf, type PlaybackQuery, type Plotted } from './playback-link.ts'
import { usePlayback, type TrackEvents, type PlottedTrack } from './playback.store.ts'

const SHAPE_POINTS = 5000
const RAW_POINTS = 50_000

type Period = { from: number; to: number }
const iso = (t: number) => new Date(t).toISOString()

async function trackOf(
  ship: Plotted,
  { from, to, isRaw }: PlaybackQuery,
  signal: AbortSignal,
): Promise<PlottedTrack> {
  const { mmsi, split } = ship
  const [track, name] = await Promise.all([
    call(
      getTrackForMmsi,
      { mmsi, split_id: split, from: iso(from), to: iso(to), max_points: isRaw ? RAW_POINTS : SHAPE_POINTS },
      { signal },
    ),
    // A ship that has left the picture is called by its number.
    call(getAisDetailsByVessel, { mmsi, split_id: split }, { signal }).then(
      ({ ship_name }) => ship_name,
      () => null,
    ),
  ])
  return {
    ...ship,
    name: name ?? `MMSI ${mmsi}`,
    fixes: track.points.map(({ t, lat, lon, sog, cog, hdg, source, quality, fix_id }) => ({
      id: fix_id,
      t: Date.parse(t),
      lat,
      lon,
      sog,
      cog,
      hdg,
      source,
      isSuspect: quality === 'SUSPECT',
    })),
    gaps: track.gaps.map((gap) => ({
      from: Date.parse(gap.from),
      to: Date.parse(gap.to),
      minutes: gap.minutes,
      heard: gap.expected_coverage,
      out_of_reach: gap.out_of_reach,
    })),
    dropped: track.dropped,
  }
}

async function happeningsOf(
  { mmsi, split }: Plotted,
  { from, to }: Period,
  signal: AbortSignal,
): Promise<TrackEvents[]> {
  const period = { from: iso(from), to: iso(to) }
  const [found, reported] = await Promise.all([
    call(getTrackEvents, { mmsi, split_id: split, ...period }, { signal }),
    call(getVesselEventsAndDisasters, { mmsi, ...period, limit: 200 }, { signal }),
  ])
  const events = reported.items.map((event): TrackEvents => ({
    kind: 'EVENT',
    from: Date.parse(event.start_at),
    to: Date.parse(event.end_at ?? event.start_at),
    lat: null,
    lon: null,
    text: event.title,
    fix_id: '',
  }))
  const own = found.items.map((one): TrackEvents => ({
    ...one,
    from: Date.parse(one.from),
    to: Date.parse(one.to),
  }))
  return [...own, ...events].sort((a, b) => a.from - b.from)
}

let running: AbortController | null = null

/** Reads the tracks in the address; aborts an earlier read and does not read loaded tracks again. */
export function loadPlayback(request: PlaybackQuery) {
  const before = usePlayback.getState()
  const isSamePeriod =
    before.query?.from === request.from &&
    before.query.to === request.to &&
    before.query.isRaw === request.isRaw
  const saved = request.ships.flatMap((ship) => {
    const track = isSamePeriod ? before.tracks[keyOf(ship)] : undefined
    return track === undefined ? [] : [[keyOf(ship), track] as const]
  })
  const tracks = Object.fromEntries(saved)
  const missing = request.ships.filter((ship) => tracks[keyOf(ship)] === undefined)
  const isSameShip =
    isSamePeriod && before.query !== null && keyOf(before.query.ships[0]!) === keyOf(request.ships[0]!)
  running?.abort()
  const stop = new AbortController()
  running = stop
  usePlayback.setState({
    query: request,
    tracks,
    faults: {},
    isLoading: missing.length > 0,
    ...(isSameShip ? {} : { happenings: [], eventsFault: null }),
  })
  const reading = missing.map((ship) => readOne(ship, request, stop))
  if (!isSameShip || before.eventsFault !== null || before.happenings.length === 0)
    void readHappenings(request, stop)
  void Promise.all(reading).then(() => {
    if (!stop.signal.aborted) usePlayback.setState({ isLoading: false })
  })
}

async function readOne(ship: Plotted, request: PlaybackQuery, stop: AbortController) {
  const key = keyOf(ship)
  try {
    const track = await trackOf(ship, request, stop.signal)
    if (!stop.signal.aborted) usePlayback.setState(({ tracks }) => ({ tracks: { ...tracks, [key]: track } }))
  } catch (error) {
    if (!stop.signal.aborted)
      usePlayback.setState(({ faults }) => ({ faults: { ...faults, [key]: (error as Error).message } }))
  }
}

async function readHappenings(request: PlaybackQuery, stop: AbortController) {
  try {
    const happenings = await happeningsOf(request.ships[0]!, request, stop.signal)
    if (!stop.signal.aborted) usePlayback.setState({ happenings, eventsFault: null })
  } catch (error) {
    if (!stop.signal.aborted) usePlayback.setState({ eventsFault: (error as Error).message })
  }
}

export function endPlayback() {
  running?.abort()
  running = null
}
