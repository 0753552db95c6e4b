import { Button } from '@mantine/core'
import type { SilentVessel } from '@samudra/contract/silent-vessels'
import { IconMap, IconShip, IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { later } from '../../../kit/pages/later.tsx'
import { shipLink } from '../../../kit/pages/links.ts'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { When } from '../../../kit/text/When.tsx'
import { useWording } from '../../../kit/text/wording.ts'
import { LastPosition } from './silence-columns.tsx'
import { confidenceReasons, CONFIDENCE_WORDS, durationText, intervalText } from './silence-words.ts'
import { LARGEST_DRAWN_NM } from './reach-features.ts'
import { SILENT_LAYER } from './layer-id.ts'

const ReachChart = later(() => import('./ReachChart.tsx').then((code) => code.ReachChart))
const METRES_PER_NM = 1852

type Props = { of: SilentVessel; asOf: string; close: () => void }
/** Evidence on one silent vessel: last report, intervals, confidence and reachable area. */
export function SilenceDetails({ of, asOf, close }: Props) {
  const words = useWording()
  const name = of.ship_name ?? `MMSI ${of.mmsi}`
  const reasons = confidenceReasons(of, asOf, (iso) => words.time(iso))
  const shipText = of.split_id === 0 ? of.mmsi : `${of.mmsi}-${of.split_id}`
  const map = `/home/main/map?mmsi=${shipText}&at=${of.latitude.toFixed(4)},${of.longitude.toFixed(4)},${zoomOf(of)}&layers=${SILENT_LAYER}`
  return (
    <div className="details silence-details">
      <div className="silence-head">
        <h2>{name}</h2>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label="Close"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={close}
        >
          Close
        </Button>
      </div>
      <p>
        Silent for {durationText(of.silent_min)} · confidence{' '}
        <span className="silence-confidence" data-level={of.confidence}>
          {CONFIDENCE_WORDS[of.confidence].toLowerCase()}
        </span>
      </p>
      <ul className="silence-reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <ReachChart of={of} />
      <Legend of={of} />
      <dl className="account-facts">
        <dt>Last position</dt>
        <dd>
          <LastPosition of={of} />
        </dd>
        <dt>Position time</dt>
        <dd>
          <When at={of.observed_at} />
        </dd>
        <dt>Last received</dt>
        <dd>
          <When at={of.rec_time} /> by {of.source}
        </dd>
        <dt>Speed, course</dt>
        <dd>
          <Quantity knots={of.sog} />, <Quantity degrees={of.cog} />
        </dd>
        <dt>Status</dt>
        <dd>{of.nav_status ?? 'Not reported'}</dd>
        <dt>Interval expected</dt>
        <dd>{intervalText(of.nominal_interval_s)} (ITU-R M.1371, by class, status and speed)</dd>
        <dt>Interval received</dt>
        <dd>
          {of.received_interval_s === null
            ? 'Not measured: fewer than two reports since the server started'
            : `${intervalText(of.received_interval_s)} on average`}
        </dd>
        <dt>Missed reports</dt>
        <dd>
          <Quantity count={of.missed_reports} />
        </dd>
      </dl>
      <div className="details-acts">
        <Button size="xs" variant="default" component={Link} to={map} leftSection={<IconMap size={14} />}>
          Show on the map
        </Button>
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={shipLink(of.mmsi, of.split_id)}
          leftSection={<IconShip size={14} />}
        >
          Open vessel page
        </Button>
      </div>
    </div>
  )
}

function Legend({ of: { reach } }: { of: SilentVessel }) {
  const distance = (nm: number) => <Quantity distance={nm * METRES_PER_NM} />
  const isLarge = reach.max_speed_nm > LARGEST_DRAWN_NM
  return (
    <p className="silence-legend">
      Dashed circle: {distance(reach.max_speed_nm)} at {reach.max_speed_kn} kn, the maximum for this type.
      {reach.last_speed_nm !== null && <> Solid circle: {distance(reach.last_speed_nm)} at the last speed.</>}
      {reach.expected !== null && ' Ring: position if course and speed did not change.'}
      {isLarge && ` Circles over ${LARGEST_DRAWN_NM} NM are not drawn.`} Land is not considered.
    </p>
  )
}

/** Zoom at which the area at the last speed fits. */
const zoomOf = ({ reach }: SilentVessel) =>
  Math.max(3, Math.min(11, 12 - Math.log2(Math.max(1, reach.last_speed_nm ?? reach.max_speed_nm)))).toFixed(2)
