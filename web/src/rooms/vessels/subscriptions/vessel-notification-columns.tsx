import { SEVERITY_LABELS } from '@samudra/contract/labels'
import { NOTIFICATION_TYPE_WORDS, type VesselNotification } from '@samudra/contract/subscriptions'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'

const shipsOf = ({ mmsi, count }: VesselNotification) => mmsi ?? `${count} vessels`

export const VESSEL_NOTIFICATION_COLUMNS: readonly Column<VesselNotification>[] = [
  {
    key: 'read',
    label: 'Read',
    width: '72px',
    cell: ({ read_at }) => (read_at === null ? <b>Unread</b> : 'Read'),
    value: ({ read_at }) => (read_at === null ? 'Unread' : 'Read'),
  },
  {
    key: 'at',
    label: 'When',
    width: '204px',
    cell: ({ at }) => <When at={at} />,
    value: ({ at }) => at,
  },
  {
    key: 'text',
    label: 'Event',
    width: 'minmax(240px, 3fr)',
    isHead: true,
    cell: ({ text, read_at }) => <span className={read_at === null ? 'told-unread' : undefined}>{text}</span>,
    value: ({ text }) => text,
  },
  {
    key: 'type',
    label: 'Type',
    width: '120px',
    cell: ({ type }) => NOTIFICATION_TYPE_WORDS[type],
    value: ({ type }) => NOTIFICATION_TYPE_WORDS[type],
  },
  {
    key: 'severity',
    label: 'Severity',
    width: '100px',
    cell: ({ severity }) => SEVERITY_LABELS[severity],
    value: ({ severity }) => SEVERITY_LABELS[severity],
    tone: ({ severity }) =>
      severity === 'CRITICAL' ? 'alarm' : severity === 'WARNING' ? 'marked' : undefined,
  },
  { key: 'mmsi', label: 'MMSI', width: '110px', cell: shipsOf, value: shipsOf },
  {
    key: 'told',
    label: 'Notified',
    width: '204px',
    cell: ({ told_at }) => <When at={told_at} />,
    value: ({ told_at }) => told_at,
  },
]
