import { getAisHistoryForTrackBtwInterval, type Fix } from '@samudra/contract/history'
import { indexAt } from '@samudra/nautical/tracks/timed-track'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { NA, positionText } from '../../../kit/text/quantity-text.ts'
import { When } from '../../../kit/text/When.tsx'
import { RawMessage } from '../../../map/explanation/RawMessage.tsx'
import { useInstant } from '../../../time/clock.ts'
import { useClock } from '../../../time/clock.store.ts'
import { useAnswer } from '../../../wire/use-answer.ts'
import type { PlottedTrack } from './playback.store.ts'

/** Maximum number of receivers of one transmission. */
const MOST = 50

/** The last fix before the instant: where it comes from, and what was received. */
export function SelectedFix({ track }: { track: PlottedTrack | undefined }) {
  const at = useInstant(250)
  const isPlaying = useClock(({ mode }) => mode === 'PLAYING')
  const fixes = track?.fixes ?? []
  const index = indexAt(fixes, at)
  const fix = fixes[index]
  const observed = new Date(fix?.t ?? 0).toISOString()
  const answer = useAnswer(
    getAisHistoryForTrackBtwInterval,
    { mmsi: track?.mmsi ?? '000000000', from: observed, to: observed, limit: MOST },
    // While it plays, fixes pass faster than anybody reads them.
    { enabled: fix !== undefined && !isPlaying, keep: true },
  )
  if (track === undefined || fix === undefined)
    return (
      <section className="playback-hand" aria-label="Position at this time">
        <p className="playback-dim">No position before this time.</p>
      </section>
    )
  const stored = answer.data?.items.find(({ id }) => id === fix.id)
  return (
    <section className="playback-hand" aria-label="Position at this time">
      <h3>
        Fix <Quantity count={index + 1} /> of <Quantity count={fixes.length} />
      </h3>
      <dl>
        <dt>Observed</dt>
        <dd>
          <When at={fix.t} />
        </dd>
        <dt>Position</dt>
        <dd className="figures">{positionText(fix.lat, fix.lon)}</dd>
        <dt>SOG, COG, HDG</dt>
        <dd>
          <Quantity knots={fix.sog} /> · <Quantity degrees={fix.cog} /> · <Quantity degrees={fix.hdg} />
        </dd>
        <dt>Source</dt>
        <dd>{fix.source}</dd>
        {stored !== undefined && <Provenance fix={stored} />}
      </dl>
      {isPlaying && <p className="playback-dim">Pause to see the received message.</p>}
      {!isPlaying && answer.error !== null && <p role="alert">{answer.error.message}</p>}
      {!isPlaying && <RawMessage key={fix.id} fixId={fix.id} mmsi={track.mmsi} source={fix.source} />}
    </section>
  )
}

function Provenance({ fix }: { fix: Fix }) {
  const others = fix.receivers.map(({ source, station }) =>
    station === null ? source : `${source} (${station})`,
  )
  return (
    <>
      <dt>Station</dt>
      <dd>{fix.station ?? NA}</dd>
      <dt>Received</dt>
      <dd>
        <When at={fix.rec_time} />
      </dd>
      <dt>Latency</dt>
      <dd className="figures">{fix.latency_s.toFixed(1)} s</dd>
      <dt>Message</dt>
      <dd>
        type {fix.msg_type}
        {fix.channel === null ? '' : `, channel ${fix.channel}`}
        {fix.quality === 'OK' ? '' : `, ${fix.quality}`}
      </dd>
      {others.length > 0 && (
        <>
          <dt>Also received by</dt>
          <dd>{others.join(', ')}</dd>
        </>
      )}
    </>
  )
}
