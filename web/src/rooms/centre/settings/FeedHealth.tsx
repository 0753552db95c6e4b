import type { SystemUtils } from '@samudra/contract/system'
import { NA } from '../../../kit/text/quantity-text.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'

type Feed = SystemUtils['ingest'][number]

const columnsOf = (limitS: number | undefined): Column<Feed>[] => [
  {
    key: 'state',
    label: 'State',
    cell: ({ state }) => (
      <span className="state" data-state={state}>
        {state}
      </span>
    ),
    value: ({ state }) => state,
  },
  {
    key: 'source',
    label: 'Source',
    cell: ({ source, name }) => (
      <>
        <strong>{source}</strong> {name !== source && name}
      </>
    ),
    value: ({ source }) => source,
  },
  {
    key: 'rate',
    label: 'Messages a minute',
    isNumber: true,
    cell: ({ rate_per_min }) => rate_per_min.toFixed(0),
    value: ({ rate_per_min }) => rate_per_min,
  },
  {
    key: 'usual',
    label: 'Baseline',
    isNumber: true,
    cell: ({ baseline_rate }) => (baseline_rate > 0 ? baseline_rate.toFixed(0) : NA),
    value: ({ baseline_rate }) => baseline_rate,
  },
  {
    key: 'latency',
    label: 'Latency (95 %)',
    isNumber: true,
    cell: ({ p95_latency_s: latency }) => (latency === null ? NA : `${latency.toFixed(1)} s`),
    value: ({ p95_latency_s }) => p95_latency_s,
    tone: ({ p95_latency_s: latency }) =>
      latency !== null && limitS !== undefined && latency > limitS ? 'alarm' : undefined,
  },
  {
    key: 'last',
    label: 'Last message',
    cell: ({ last_message_at: last }) => (last === null ? 'never' : <When at={last} />),
    value: ({ last_message_at }) => last_message_at,
  },
]

/** The feeds with what they bring, against what they used to bring; red above the line of the administrators. */
export function FeedHealth({ feeds, limitS }: { feeds: SystemUtils['ingest']; limitS: number | undefined }) {
  if (feeds.length === 0) return <p className="settings-none">No feed is set up.</p>
  return (
    <Table
      label="Feeds"
      isInText
      columns={columnsOf(limitS)}
      rows={feeds}
      rowKey={({ source, name }) => `${source} ${name}`}
    />
  )
}
