import type { PortCall } from '@samudra/contract/port-calls'
import { useMemo, useState } from 'react'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { CALL_COLUMNS } from './call-columns.tsx'
import { CallDrawer } from './CallDrawer.tsx'

type Props = {
  rows: readonly PortCall[] | undefined
  total: number | undefined
  error: Error | null
  onRetry: () => unknown
  none: string
  /** Column that names a row and opens its call; columns that the page itself covers are left out. */
  by: 'ship' | 'port'
  without: readonly string[]
}

/** Port calls in the text of a page: whatever names a row opens the call beside it. */
export function CallTable({ rows, total, error, onRetry, none, by, without }: Props) {
  const [opened, setOpened] = useState<PortCall | null>(null)
  const left = without.join()
  const columns = useMemo(
    () =>
      CALL_COLUMNS.filter(({ key }) => !left.split(',').includes(key)).map((column) =>
        column.key === by ? opening(column, setOpened) : { ...column, isHead: false },
      ),
    [by, left],
  )
  const more = (total ?? 0) - (rows?.length ?? 0)
  return (
    <>
      <Table
        label="Port calls"
        isInText
        name={by === 'ship' ? 'port-calls-of-port' : 'port-calls-of-ship'}
        csv={by === 'ship' ? 'ships-of-port.csv' : 'port-calls-of-ship.csv'}
        columns={columns}
        rows={rows ?? []}
        rowKey={({ id }) => id}
        selected={opened?.id ?? null}
        isWaiting={rows === undefined}
        error={error}
        onRetry={onRetry}
        empty={<p className="dim">{none}</p>}
        {...(more > 0 ? { foot: <span className="dim">{more} more are not shown.</span> } : {})}
      />
      <CallDrawer of={opened} open={setOpened} />
    </>
  )
}

const opening = (column: Column<PortCall>, open: (one: PortCall) => void): Column<PortCall> => ({
  ...column,
  isHead: true,
  cell: (one) => (
    <button type="button" className="link-button" onClick={() => open(one)}>
      {column.cell(one)}
    </button>
  ),
})
