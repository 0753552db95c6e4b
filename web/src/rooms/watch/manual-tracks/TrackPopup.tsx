import { Button } from '@mantine/core'
import { AFFILIATION_WORDS, type ManualTrack } from '@samudra/contract/manual-tracks'
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Confirm } from '../../../kit/forms/Confirm.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { When } from '../../../kit/text/When.tsx'
import type { Chart } from '../../../map/chart/chart.ts'
import { useFormat } from '../../../map/coordinates/coordinates.store.ts'
import { coordinateText } from '../../../map/coordinates/coordinates.ts'
import { now } from '../../../time/clock.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { deleteTrack, editTrack } from './draft.store.ts'
import { CREDIBILITY_LABELS, RELIABILITY_LABELS, symbolLabel } from './symbol-choice.ts'
import { anchorOf, presentPlace } from './manual-track-features.ts'
import { useOpened, useTracks } from './tracks.store.ts'
import { TrackSymbol } from './TrackSymbol.tsx'

const WIDTH = 280
const MARGIN = 8

const close = () => useTracks.setState({ opened: null })

/** Shows the data of the clicked track, beside it on the map. */
export function TrackPopup({ chart }: { chart: Chart }) {
  const track = useOpened()
  const [spot, setSpot] = useState<{ x: number; y: number } | null>(null)
  useEffect(() => {
    if (track === undefined) return undefined
    const follow = () => {
      const { x, y } = chart.project(anchorOf(track, now()))
      setSpot({ x, y })
    }
    follow()
    chart.on('move', follow)
    return () => void chart.off('move', follow)
  }, [chart, track])
  if (track === undefined || spot === null) return null
  const { clientWidth, clientHeight } = chart.getCanvas()
  const isRight = spot.x + WIDTH + 30 < clientWidth
  const style = {
    width: WIDTH,
    left: Math.max(MARGIN, isRight ? spot.x + 22 : spot.x - WIDTH - 22),
    ...(spot.y < clientHeight / 2
      ? { top: Math.max(48, spot.y - 20) }
      : { bottom: Math.max(MARGIN, clientHeight - spot.y - 20) }),
  }
  return (
    <section className="track-popup" style={style} aria-label={`Manual track ${track.name}`}>
      <header>
        <TrackSymbol sidc={track.symbol} />
        <h3>{track.name}</h3>
        <button type="button" className="icon-button" aria-label="Close" onClick={close}>
          <IconX size={15} />
        </button>
      </header>
      <Details track={track} />
      <Acts key={track.id} track={track} />
    </section>
  )
}

function Details({ track }: { track: ManualTrack }) {
  const format = useFormat((state) => state.format)
  const place = presentPlace(track, now())
  const last = track.points.at(-1)!
  return (
    <dl className="track-details">
      {track.domain === 'EXERCISE' && (
        <>
          <dt>Domain</dt>
          <dd className="track-exercise">EXERCISE</dd>
        </>
      )}
      <dt>Is</dt>
      <dd>
        {AFFILIATION_WORDS[track.affiliation]}, {symbolLabel(track.symbol).toLowerCase()}
        {track.state === 'CLOSED' && ', closed'}
      </dd>
      <dt>{place.isCarried ? 'Estimated at' : 'Position'}</dt>
      <dd className="figures">{coordinateText(format, place.lat, place.lon)}</dd>
      {last.t !== null && (
        <>
          <dt>Reported</dt>
          <dd>
            <When at={last.t} />
          </dd>
          <dt>Moves</dt>
          <dd>
            <Quantity knots={last.sog} /> <Quantity degrees={last.cog} />
          </dd>
        </>
      )}
      <dt>Reliability</dt>
      <dd>{RELIABILITY_LABELS[track.reliability]}</dd>
      <dt>Credibility</dt>
      <dd>{CREDIBILITY_LABELS[track.credibility - 1]}</dd>
      {track.source_text !== '' && (
        <>
          <dt>Source</dt>
          <dd>{track.source_text}</dd>
        </>
      )}
      {track.linked_mmsi !== null && (
        <>
          <dt>Vessel</dt>
          <dd className="figures">{track.linked_mmsi}</dd>
        </>
      )}
      <dt>By</dt>
      <dd>
        {track.updated_by}, <When at={track.updated_at} />
      </dd>
    </dl>
  )
}

function Acts({ track }: { track: ManualTrack }) {
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy, fault } = useAction(deleteTrack)
  return (
    <footer>
      {track.mine && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPencil size={13} />}
          onClick={() => editTrack(track)}
        >
          Edit
        </Button>
      )}
      {track.may_delete && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconTrash size={13} />}
          onClick={() => setAsking(true)}
        >
          Delete
        </Button>
      )}
      <Confirm
        question={
          isAsking
            ? {
                title: `Delete ${track.name}?`,
                text: 'It is deleted for all users. Its history is stored.',
                act: 'Delete',
                needsReason: false,
                isGrave: true,
              }
            : null
        }
        isBusy={isBusy}
        refusal={fault?.message ?? ''}
        onGo={(reason) => void run(track, reason)}
        onCancel={() => setAsking(false)}
      />
    </footer>
  )
}
