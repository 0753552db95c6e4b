import type { Rule } from '@samudra/contract/rule-keeping'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { When } from '../../../kit/text/When.tsx'
import { SeverityChip } from '../../../kit/text/SeverityChip.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { costText, percentText, SEVERITY_RANK, statusText } from './builder/rule-words.ts'

const count = (value: number | undefined) => (value === undefined ? '' : <Quantity count={value} />)

export const RULE_COLUMNS: readonly Column<Rule>[] = [
  {
    key: 'status',
    sort: 'status',
    label: 'Status',
    width: '100px',
    cell: (rule) =>
      rule.status === 'ENABLED' && !rule.starting ? <b>{statusText(rule)}</b> : statusText(rule),
    value: statusText,
    tone: ({ status }) => (status === 'ERROR' ? 'alarm' : status === 'REVIEW_DUE' ? 'marked' : undefined),
  },
  {
    key: 'name',
    sort: 'name',
    label: 'Name',
    width: 'minmax(142px, 1fr)',
    isHead: true,
    cell: ({ name }) => name,
    value: ({ name }) => name,
  },
  {
    key: 'severity',
    sort: 'severity',
    label: 'Severity',
    width: '104px',
    cell: ({ severity }) => <SeverityChip severity={severity} />,
    value: ({ severity }) => SEVERITY_RANK[severity],
  },
  {
    key: 'sentence',
    label: 'Summary',
    width: 'minmax(240px, 2.4fr)',
    cell: ({ sentence }) => <span title={sentence}>{sentence}</span>,
    value: ({ sentence }) => sentence,
  },
  {
    key: 'day',
    sort: 'day',
    label: '24 h',
    width: '70px',
    isNumber: true,
    cell: ({ stats }) => count(stats?.hits_24h),
    value: ({ stats }) => stats?.hits_24h ?? null,
  },
  {
    key: 'week',
    sort: 'week',
    label: '7 days',
    width: '76px',
    isNumber: true,
    cell: ({ stats }) => count(stats?.hits_7d),
    value: ({ stats }) => stats?.hits_7d ?? null,
  },
  {
    key: 'precision',
    sort: 'precision',
    label: 'Precision',
    width: '92px',
    isNumber: true,
    cell: ({ stats }) =>
      stats?.precision == null ? <span className="dim">–</span> : percentText(stats.precision),
    value: ({ stats }) => stats?.precision ?? null,
  },
  {
    key: 'cost',
    sort: 'cost',
    label: 'Cost',
    width: '80px',
    isNumber: true,
    cell: ({ stats }) => (stats?.cost_ms == null ? <span className="dim">–</span> : costText(stats.cost_ms)),
    value: ({ stats }) => stats?.cost_ms ?? null,
  },
  {
    key: 'owner',
    sort: 'owner',
    label: 'Owner',
    width: '120px',
    cell: ({ owner }) => owner,
    value: ({ owner }) => owner || null,
  },
  {
    key: 'review',
    sort: 'review',
    label: 'Review due',
    width: '128px',
    cell: ({ review_due }) => (review_due === undefined ? '' : <When at={review_due} isDay />),
    value: ({ review_due }) => review_due ?? null,
  },
]
