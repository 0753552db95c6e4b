import { getAlertsForVessel, type Alert } from '@samudra/contract/alerts'
import type { WholeVessel } from '@samudra/contract/vessels'
import { Link } from 'react-router'
import { ALERTS } from '../../../../kit/pages/links.ts'
import { oneTable } from '../../../../kit/tables/one-table.ts'
import { Table } from '../../../../kit/tables/Table.tsx'
import { contactsOf } from '../../../../kit/pages/vessel-part.ts'
import { NotJudged } from '../../../../map/explanation/NotJudged.tsx'
import { useAnswers } from '../../../../wire/use-answer.ts'
import { OF_A_SHIP, opensAlert } from './alert-columns.tsx'
import { useHeldMarks } from '../marks.store.ts'
import { isOfShip } from './of-ship.ts'
import { rowsAfter } from './pushed.ts'

const SHOWN = 20
const COLUMNS = OF_A_SHIP.map((column) => (column.isHead === true ? opensAlert(column) : column))

/** Lists the alerts of a vessel, on its page. */
export function VesselAlerts({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const contacts = contactsOf(vessel)
  const until = asOf === undefined ? {} : { to: asOf }
  const answers = useAnswers(
    getAlertsForVessel,
    contacts.map((one) => ({ ...one, limit: SHOWN, ...until })),
  )
  const { rows: read, total: ofRead = 0, error } = oneTable(answers, ({ known_at }) => known_at)
  const { pushed } = useHeldMarks()
  const fits = (alert: Alert) => contacts.some((one) => isOfShip(alert, one))
  const hasMore = ofRead > (read?.length ?? 0)
  const rows = asOf === undefined && read !== undefined ? rowsAfter(read, pushed, { fits, hasMore }) : read
  const total = ofRead + (rows?.length ?? 0) - (read?.length ?? 0)
  if (vessel.mmsi === null) return <p className="dim">No report was received, so nothing was assessed.</p>
  return (
    <>
      <Table
        label="Alerts"
        isInText
        name="alerts-of-ship"
        csv="alerts-of-ship.csv"
        columns={COLUMNS}
        rows={rows?.slice(0, SHOWN) ?? []}
        rowKey={({ id }) => id}
        isWaiting={rows === undefined}
        error={error}
        onRetry={() => Promise.all(answers.map(({ refetch }) => refetch()))}
        empty={
          <NotJudged
            none="No alert of this vessel is stored; only enabled alert definitions raise one."
            asOf={asOf}
          />
        }
      />
      {asOf !== undefined && (rows?.length ?? 0) > 0 && (
        <p className="dim">Raised by then; how people have dealt with them is shown as it is now.</p>
      )}
      {total > SHOWN && (
        <p>
          The latest {SHOWN} of {total}. <Link to={`${ALERTS}?state=ALL`}>All alerts</Link>
        </p>
      )}
    </>
  )
}
