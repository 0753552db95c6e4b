import { Button } from '@mantine/core'
import { AFFILIATION_WORDS, TRACK_KIND_WORDS, type ManualTrack } from '@samudra/contract/manual-tracks'
import { IconPlus } from '@tabler/icons-react'
import { useStored } from '../../../stored/stores.ts'
import { Failed, Nothing, Waiting } from '../../../kit/pages/States.tsx'
import type { Chart } from '../../../map/chart/chart.ts'
import { now } from '../../../time/clock.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { beginTrack, useDrafts } from './draft.store.ts'
import { anchorOf } from './manual-track-features.ts'
import { tracks, useTracks } from './tracks.store.ts'
import { TrackForm } from './TrackForm.tsx'
import { TrackSymbol } from './TrackSymbol.tsx'

/** Shows manual tracks: the list, or the form of the one being plotted. */
export function TracksPanel({ chart }: { chart: Chart }) {
  const draft = useDrafts((state) => state.draft)
  if (draft !== null) return <TrackForm draft={draft} />
  return (
    <>
      <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => beginTrack()}>
        New manual track
      </Button>
      <Done />
      <List chart={chart} />
    </>
  )
}

/** The last thing done, which can be taken back. */
export function Done() {
  const done = useDrafts((state) => state.done)
  const { run, isBusy, fault } = useAction(async () => done?.undo())
  if (done === null) return null
  return (
    <p className="track-done" role="status">
      {done.text}{' '}
      <button type="button" className="link-button" disabled={isBusy} onClick={() => void run()}>
        Undo
      </button>
      {fault !== null && <span role="alert"> {fault.message}</span>}
    </p>
  )
}

function List({ chart }: { chart: Chart }) {
  const { rows, isRead, fault } = useStored(tracks)
  if (!isRead)
    return fault === null ? (
      <Waiting />
    ) : (
      <Failed error={new Error(fault)} onRetry={() => void tracks.read()} />
    )
  if (rows.length === 0)
    return (
      <Nothing title="No manual track" hint="Plot voice or e-mail reports here, or right-click the map." />
    )
  const sorted = [...rows].sort((a, b) => a.name.localeCompare(b.name, 'en'))
  const go = (track: ManualTrack) => {
    chart.flyTo({ center: anchorOf(track, now()), zoom: Math.max(chart.getZoom(), 6), duration: 600 })
    useTracks.setState({ opened: track.id })
  }
  return (
    <ul className="track-list">
      {sorted.map((track) => (
        <li key={track.id} data-closed={track.state === 'CLOSED'}>
          <button type="button" onClick={() => go(track)}>
            <TrackSymbol sidc={track.symbol} />
            <span>
              <b>{track.name}</b>
              <small>
                {AFFILIATION_WORDS[track.affiliation]} · {TRACK_KIND_WORDS[track.kind].toLowerCase()} ·{' '}
                {track.reliability}
                {track.credibility}
              </small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
