import { SEVERITY_LABELS } from '@samudra/contract/labels'
import { Button } from '@mantine/core'
import { getNoticeDeliveries, readNotices, type Delivery } from '@samudra/contract/notifications'
import { getVesselNotifications, type VesselNotification } from '@samudra/contract/subscriptions'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { deliveryWords } from '../../../kit/text/delivery-words.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useAnswer, useStale } from '../../../wire/use-answer.ts'

const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'user', label: 'To', cell: ({ username }) => username, value: ({ username }) => username },
  { key: 'state', label: 'Delivery', cell: deliveryWords, value: deliveryWords },
  {
    key: 'at',
    label: 'At',
    cell: ({ arrived_at }) => (arrived_at === null ? '' : <When at={arrived_at} />),
    value: ({ arrived_at }) => arrived_at,
  },
  {
    key: 'read',
    label: 'Read',
    cell: ({ read_at }) => (read_at === null ? '' : <When at={read_at} />),
    value: ({ read_at }) => read_at,
  },
]

/** Shows one notification of vessels; opening it marks it as read. */
export function VesselNotificationDetails({
  of,
  onlyShip,
}: {
  of: VesselNotification
  onlyShip: (mmsi: string) => void
}) {
  const { id, mmsi, text, severity, at, told_at, read_at, count } = of
  const stale = useStale()
  useEffect(() => {
    if (read_at !== null) return
    void call(readNotices, { ids: [id] }).then(
      () => stale(getVesselNotifications, getNoticeDeliveries),
      () => undefined,
    )
  }, [id, read_at, stale])
  const deliveries = useAnswer(getNoticeDeliveries, { id }).data?.items ?? []
  return (
    <div className="told-details">
      <p>{text}</p>
      <dl className="facts">
        <dt>Time</dt>
        <dd>
          <When at={at} />
        </dd>
        <dt>Notified</dt>
        <dd>
          <When at={told_at} />
        </dd>
        <dt>Severity</dt>
        <dd>{SEVERITY_LABELS[severity]}</dd>
        {count > 1 && (
          <>
            <dt>Vessels</dt>
            <dd>{count}; search by MMSI</dd>
          </>
        )}
      </dl>
      {mmsi !== null && (
        <div className="told-acts">
          <Button size="xs" component={Link} to={`/home/vesselsDetails/${mmsi}`}>
            Vessel page
          </Button>
          <Button size="xs" variant="default" onClick={() => onlyShip(mmsi)}>
            Only this vessel
          </Button>
        </div>
      )}
      <Table
        label="Deliveries"
        isInText
        columns={COLUMNS}
        rows={deliveries}
        rowKey={({ username }) => username}
      />
    </div>
  )
}
