import './table.css'
import type { Column, DrawnTable } from './table.ts'
import { HeadText, orderOf } from './TableHead.tsx'

/** A table that is part of a text: its rows are as high as what stands in them. */
export function TableText<Row>(props: DrawnTable<Row>) {
  const { label, columns, rows, rowKey, sorting, onSort, instead, foot } = props
  return (
    <div className="table-text" data-even={props.isEven}>
      <table aria-label={label} aria-busy={props.isWaiting === true}>
        <thead>
          <tr>
            {columns.map((column) =>
              column.label === '' ? (
                <td key={column.key} />
              ) : (
                <th
                  key={column.key}
                  scope="col"
                  className={column.isNumber === true ? 'right' : ''}
                  {...orderOf(column, sorting)}
                >
                  <HeadText column={column} onSort={onSort} {...(sorting === undefined ? {} : { sorting })} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} aria-current={props.selected === rowKey(row) ? true : undefined}>
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {instead}
      {foot !== undefined && <div className="table-foot">{foot}</div>}
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const shown = column.cell(row)
  if (column.isHead === true) return <th scope="row">{shown}</th>
  return (
    <td className={column.isNumber === true ? 'right figures' : ''} data-tone={column.tone?.(row)}>
      {shown}
    </td>
  )
}
