import { alertsChanged, getAlertsForVessel } from '@samudra/contract/alerts'
import type { WholeVessel } from '@samudra/contract/register'
import { Link } from 'react-router'
import { ALERTS } from '../kit/links.ts'
import { Table } from '../kit/Table.tsx'
import { usePush } from '../wire/push.ts'
import { useAnswer } from '../wire/use-answer.ts'
import { useStaleSoon } from '../wire/use-stale-soon.ts'
import { OF_A_SHIP, opensAlert } from './alert-columns.tsx'

const SHOWN = 20
const COLUMNS = OF_A_SHIP.map((column) => (column.isHead === true ? opensAlert(column) : column))

/** What was told of a ship to be looked at, on her page. */
export function VesselAlerts({ vessel: { mmsi }, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const { data, error, refetch } = useAnswer(
    getAlertsForVessel,
    { mmsi: mmsi ?? '', limit: SHOWN, ...(asOf === undefined ? {} : { to: asOf }) },
    { enabled: mmsi !== null, keep: true },
  )
  const staleSoon = useStaleSoon(getAlertsForVessel)
  usePush(alertsChanged, (alerts) => {
    if (alerts.some((one) => one.mmsi === mmsi || one.other_mmsi === mmsi)) staleSoon()
  })
  if (mmsi === null) return <p className="dim">Nobody heard her, so nothing is told.</p>
  return (
    <>
      <Table
        label="Alerts"
        isInText
        columns={COLUMNS}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
        isWaiting={data === undefined}
        error={error}
        onRetry={refetch}
        empty={<p className="dim">No alert was raised of her.</p>}
      />
      {asOf !== undefined && (data?.items.length ?? 0) > 0 && (
        <p className="dim">Raised by then; how people have dealt with them is shown as it is now.</p>
      )}
      {(data?.total ?? 0) > SHOWN && (
        <p>
          The latest {SHOWN} of {data!.total}. <Link to={`${ALERTS}?state=ALL`}>All alerts</Link>
        </p>
      )}
    </>
  )
}
