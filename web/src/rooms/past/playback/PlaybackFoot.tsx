import { IconChevronDown, IconChevronUp, IconCurrentLocation, IconX } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { now, pause, seek } from '../../../time/clock.store.ts'
import { Timeline, type TimelineMark } from '../../../time/Timeline.tsx'
import { Compare } from './Compare.tsx'
import { EVENT_WORDS, EventList } from './EventList.tsx'
import { SelectedFix } from './SelectedFix.tsx'
import { FixTable } from './FixTable.tsx'
import { PeriodChoice } from './PeriodChoice.tsx'
import './playback.css'
import { keyOf, type PlaybackQuery } from './playback-link.ts'
import { usePlayback, type PlottedTrack } from './playback.store.ts'
import { ShipChips } from './ShipChips.tsx'
import { TrackCharts } from './TrackCharts.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'

/** Maximum number of marks; more could not be distinguished and are left to the list. */
const MOST_MARKS = 120
const DENSITY_PARTS = 160
type Tab = 'fixes' | 'events' | 'compare'

/** Charts, fixes, events and comparison of the plotted ships, moving with the one clock. */
export function PlaybackFoot({ query: request, more }: { query: PlaybackQuery; more?: ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  const held = usePlayback((state) => state.tracks)
  const tracks = useMemo(
    () =>
      request.ships.flatMap((ship): PlottedTrack[] =>
        held[keyOf(ship)] === undefined ? [] : [held[keyOf(ship)]!],
      ),
    [request.ships, held],
  )
  const first = held[keyOf(request.ships[0]!)]
  return (
    <div className="playback">
      <header className="playback-head">
        <ShipChips query={request} />
        <FollowButton />
        <PeriodChoice query={request} />
        {more}
        <button
          type="button"
          className="icon-button"
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Hide charts and tables' : 'Show charts and tables'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconChevronDown size={16} /> : <IconChevronUp size={16} />}
        </button>
      </header>
      {isOpen && (
        <div className="playback-body">
          <TrackCharts query={request} tracks={tracks} />
          <Tabs query={request} tracks={tracks} first={first} />
          <SelectedFix track={first} />
        </div>
      )}
      <PlaybackTimeline query={request} first={first} />
    </div>
  )
}

function Tabs(props: { query: PlaybackQuery; tracks: PlottedTrack[]; first: PlottedTrack | undefined }) {
  const [tab, setTab] = useState<Tab>('fixes')
  const count = usePlayback((state) => state.happenings.length)
  return (
    <section className="playback-tabs" aria-label="Fixes, events and comparison">
      <Segments
        fullWidth
        label="View"
        data={[
          { value: 'fixes', label: 'Fixes' },
          { value: 'events', label: count === 0 ? 'Events' : `Events (${count})` },
          { value: 'compare', label: 'Compare' },
        ]}
        value={tab}
        onChange={(value) => setTab(value === 'events' || value === 'compare' ? value : 'fixes')}
      />
      <div className="playback-tab">
        {tab === 'fixes' && <FixTable track={props.first} />}
        {tab === 'events' && <EventList />}
        {tab === 'compare' && <Compare query={props.query} tracks={props.tracks} />}
      </div>
    </section>
  )
}

function FollowButton() {
  const isFollowed = usePlayback((state) => state.isFollowed)
  return (
    <button
      type="button"
      className="icon-button"
      aria-pressed={isFollowed}
      aria-label="Follow vessel"
      title="Follow vessel"
      onClick={() => usePlayback.setState({ isFollowed: !isFollowed })}
    >
      <IconCurrentLocation size={15} aria-hidden />
    </button>
  )
}

/** The one clock; its steps go from fix to fix of the first ship. */
function PlaybackTimeline({
  query: request,
  first,
}: {
  query: PlaybackQuery
  first: PlottedTrack | undefined
}) {
  const navigate = useNavigate()
  const happenings = usePlayback((state) => state.happenings)
  const marks = useMemo(
    () =>
      happenings.slice(0, MOST_MARKS).map(({ kind, from, text }): TimelineMark => ({
        at: from,
        label: `${EVENT_WORDS[kind]}: ${text}`,
        kind: kind === 'GAP' ? 'gap' : 'event',
      })),
    [happenings],
  )
  const density = useMemo(() => densityOf(first, request), [first, request])
  return (
    <Timeline marks={marks} density={density} onStep={(by) => stepFix(first, by)}>
      <button type="button" className="replay-live" onClick={() => void navigate('/home/main/map')}>
        <IconX size={14} aria-hidden /> Live
      </button>
    </Timeline>
  )
}

/** To the next fix, or the one before; several of one instant count as one. */
function stepFix(track: PlottedTrack | undefined, by: 1 | -1) {
  pause()
  const at = now()
  const fixes = track?.fixes ?? []
  const next = by === 1 ? fixes.find(({ t }) => t > at) : fixes.findLast(({ t }) => t < at)
  if (next !== undefined) seek(next.t)
}

function densityOf(track: PlottedTrack | undefined, { from, to }: PlaybackQuery): number[] {
  const parts = Array.from({ length: DENSITY_PARTS }, () => 0)
  for (const { t } of track?.fixes ?? []) {
    const part = Math.floor((DENSITY_PARTS * (t - from)) / (to - from))
    if (part >= 0 && part < DENSITY_PARTS) parts[part]!++
  }
  return parts
}
