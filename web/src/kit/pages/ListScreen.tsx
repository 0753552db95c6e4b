import { Select } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'
import { AddressWords } from '../forms/AddressWords.tsx'
import { sorted, type TableProps } from '../tables/table.ts'
import { Table } from '../tables/Table.tsx'
import { Quantity } from '../text/Quantity.tsx'
import { Beside } from './Beside.tsx'
import { filteredRows, type ListFilter } from './list-filter.ts'
import { Page } from './Page.tsx'
import { useAddress } from './use-address.ts'
import './list-screen.css'

type Props<Row> = Pick<
  TableProps<Row>,
  | 'columns'
  | 'rows'
  | 'rowKey'
  | 'isWaiting'
  | 'error'
  | 'onRetry'
  | 'onMore'
  | 'onInView'
  | 'isLive'
  | 'foot'
> & {
  title: string
  subtitle?: string
  actions?: ReactNode
  /** Name of the stored look of the table, and of the file its rows are saved to. */
  name: string
  filters: readonly ListFilter<Row>[]
  /**
   * Place of the sorting: `TABLE` stores it with the look of the table, `ADDRESS` sorts the rows by the address,
   * and `SERVER` expects rows that the server sorted by the address.
   */
  sort?: 'TABLE' | 'ADDRESS' | 'SERVER'
  /** Opens the page of a row; in place of `details`. */
  onOpen?: (row: Row) => void
  /** Details beside the table; the address holds the key of the open row. The hint stands there until one is open. */
  details?: { label: string; hint: string; isWide?: boolean; render: (row: Row) => ReactNode }
  /** Placeholder of a list whose filters let nothing through. */
  noneFits: ReactNode
  /** Placeholder of a list without any rows; `noneFits` where it is the same. */
  none?: ReactNode
  /** Stands between the filters and the table. */
  children?: ReactNode
}

/** A list with filters above, and the details of the open row beside; the address holds filters, sorting and open row. */
export function ListScreen<Row>(props: Props<Row>) {
  const { title, subtitle, actions, name, filters, sort = 'TABLE', ...rest } = props
  const { onOpen, details, noneFits, none = noneFits, children, ...table } = rest
  const { columns, rows, rowKey } = table
  const { valueOf, put, goTo, sorting, onSort } = useAddress()
  /** Values of the filters as one text, so that equal ones filter once. */
  const values = JSON.stringify(filters.map((filter) => valueOf(filter.name)))
  const fitting = useFilteredRows(rows, filters, values)
  const shown = useSortedRows(fitting, columns, sort === 'ADDRESS' ? sorting : null)
  const openKey = details === undefined ? '' : valueOf('open')
  const open = openKey === '' ? undefined : rows.find((row) => rowKey(row) === openKey)
  const list = (
    <>
      <div className="list-screen-bar">
        {filters.map((filter) => (
          <FilterControl
            key={filter.name}
            of={filter}
            value={valueOf(filter.name)}
            onChange={(value) => put(filter.name, value)}
          />
        ))}
        {filters.some(({ fits }) => fits !== undefined) && (
          <span className="dim">
            <Quantity count={shown.length} /> of <Quantity count={rows.length} />
          </span>
        )}
      </div>
      {children}
      <Table
        {...table}
        label={title}
        name={name}
        csv={`${name}.csv`}
        rows={shown}
        onSearch={goTo}
        {...(onOpen === undefined ? {} : { onOpen })}
        {...(details === undefined
          ? {}
          : {
              selected: open === undefined ? null : openKey,
              onOpen: (row: Row) => put('open', rowKey(row)),
            })}
        {...(sort === 'TABLE' ? {} : { onSort, ...(sorting === null ? {} : { sorting }) })}
        empty={rows.length === 0 ? none : noneFits}
      />
    </>
  )
  return (
    <Page title={title} {...(subtitle === undefined ? {} : { subtitle })} actions={actions}>
      {details === undefined ? (
        list
      ) : (
        <Beside
          label={details.label}
          {...(details.isWide === true ? { isWide: true } : {})}
          details={open === undefined ? <p className="dim">{details.hint}</p> : details.render(open)}
        >
          {list}
        </Beside>
      )}
    </Page>
  )
}

const useFilteredRows = <Row,>(rows: readonly Row[], filters: readonly ListFilter<Row>[], values: string) =>
  useMemo(() => filteredRows(rows, filters, JSON.parse(values) as string[]), [rows, filters, values])

const useSortedRows: typeof sorted = (rows, columns, sorting) =>
  useMemo(() => sorted(rows, columns, sorting), [rows, columns, sorting])

function FilterControl<Row>(props: {
  of: ListFilter<Row>
  value: string
  onChange: (value: string | null) => void
}) {
  const { label, placeholder, options, isSearchable = false } = props.of
  if (options === undefined)
    return (
      <AddressWords
        aria-label={label}
        placeholder={placeholder}
        value={props.value}
        onChange={props.onChange}
      />
    )
  return (
    <Select
      size="xs"
      clearable
      searchable={isSearchable}
      aria-label={label}
      placeholder={placeholder}
      data={[...options]}
      value={props.value === '' ? null : props.value}
      onChange={props.onChange}
    />
  )
}
