import { ALERT_CONDITION_LABELS, ALERT_STATE_LABELS, SEVERITY_LABELS } from '@samudra/contract/labels'
import type { Alert } from '@samudra/contract/alerts'
import { Link } from 'react-router'
import { ALERTS } from '../../../../kit/pages/links.ts'
import { SeverityChip } from '../../../../kit/text/SeverityChip.tsx'
import { When } from '../../../../kit/text/When.tsx'
import type { Column } from '../../../../kit/tables/table.ts'
import { shipsOf } from '../actions/action-choices.ts'

const isGrave = ({ severity }: Alert) => severity === 'CRITICAL' || severity === 'HIGH'

const ALERT_COLUMNS: readonly Column<Alert>[] = [
  {
    key: 'severity',
    label: 'Severity',
    width: '104px',
    cell: ({ severity }) => <SeverityChip severity={severity} />,
    value: ({ severity }) => SEVERITY_LABELS[severity],
    tone: (alert) =>
      alert.state === 'NEW' && isGrave(alert)
        ? alert.severity === 'CRITICAL'
          ? 'alarm'
          : 'warning'
        : undefined,
  },
  {
    key: 'title',
    label: 'Alert',
    width: 'minmax(124px, 1fr)',
    isHead: true,
    cell: ({ title, count }) => (count > 1 ? `${title} (${count} times)` : title),
    value: ({ title }) => title,
  },
  {
    key: 'ship',
    label: 'Vessel',
    width: 'minmax(188px, 1.5fr)',
    cell: shipsOf,
    value: shipsOf,
  },
  {
    key: 'known',
    label: 'Raised',
    width: '190px',
    cell: ({ known_at }) => <When at={known_at} />,
    value: ({ known_at }) => known_at,
  },
  {
    key: 'state',
    label: 'State',
    width: '110px',
    cell: ({ state }) => (state === 'NEW' ? <b>{ALERT_STATE_LABELS[state]}</b> : ALERT_STATE_LABELS[state]),
    value: ({ state }) => ALERT_STATE_LABELS[state],
  },
  {
    key: 'owner',
    label: 'Owner',
    width: '100px',
    cell: ({ owner }) => owner ?? <span className="dim">nobody</span>,
    value: ({ owner }) => owner,
  },
  {
    key: 'condition',
    label: 'Condition',
    width: '110px',
    cell: ({ condition }) => ALERT_CONDITION_LABELS[condition],
    value: ({ condition }) => ALERT_CONDITION_LABELS[condition],
  },
]

/** Columns of alerts of one state, or of all: what is the same in every row is left out. */
export const columnsOf = (state: string) =>
  ALERT_COLUMNS.filter(
    ({ key }) => !(key === 'state' && state !== 'ALL') && !(key === 'owner' && state === 'NEW'),
  )
export const OF_A_SHIP = ALERT_COLUMNS.filter(({ key }) => key !== 'ship')
/** Columns for one definition: vessel, time and state. */
export const OF_A_DEFINITION = ALERT_COLUMNS.filter(({ key }) => ['ship', 'known', 'state'].includes(key))
/** A column that leads to the alert, among those that stand as it does. */
export const opensAlert = (column: Column<Alert>): Column<Alert> => ({
  ...column,
  cell: (alert) => <Link to={`${ALERTS}?state=${alert.state}&open=${alert.id}`}>{column.cell(alert)}</Link>,
})
