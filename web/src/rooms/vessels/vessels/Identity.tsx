import type { FieldClaim, WholeVessel } from '@samudra/contract/vessels'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'

const FIELDS: Record<string, string> = {
  ship_name: 'Name',
  imo: 'IMO',
  mmsi: 'MMSI',
  call_sign: 'Call sign',
  country: 'Flag',
  ship_type: 'Type',
  dimensions: 'Length × beam',
  owner: 'Owner',
}
const COLUMNS: Column<FieldClaim>[] = [
  {
    key: 'field',
    label: 'Field',
    isHead: true,
    value: (one) => FIELDS[one.field] ?? one.field,
    cell: (one) => FIELDS[one.field] ?? one.field,
  },
  { key: 'value', label: 'Value', value: (one) => one.value, cell: (one) => one.value },
  { key: 'from', label: 'First reported', value: (one) => one.from, cell: (one) => <When at={one.from} /> },
  {
    key: 'to',
    label: 'Until',
    value: (one) => one.to,
    cell: (one) => (one.to === null ? 'now' : <When at={one.to} />),
  },
  { key: 'source', label: 'Source', value: (one) => one.source, cell: (one) => one.source },
]

/** Shows the names and numbers of a vessel, by which sources and when, and contradictions between sources. */
export function Identity({ vessel }: { vessel: WholeVessel }) {
  return (
    <>
      {vessel.conflicts.map(({ field, values }) => (
        <div key={field} className="register-conflict" role="note">
          <strong>{FIELDS[field] ?? field}: sources disagree</strong>
          <div className="register-sides">
            {values.map(({ value, source, at }) => (
              <p key={`${value} ${source}`}>
                <b>{value}</b>
                <span>
                  {source}, <When at={at} />
                </span>
              </p>
            ))}
          </div>
        </div>
      ))}
      <Table
        isInText
        label="Identity timeline"
        name="identity-timeline"
        columns={COLUMNS}
        rows={vessel.identity_history}
        rowKey={(one) => [one.field, one.value, one.source].join('\n')}
        csv="identity.csv"
        empty={<p className="dim">Nothing reported yet.</p>}
      />
    </>
  )
}
