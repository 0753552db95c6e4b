import { filterText } from '@samudra/contract/filter-text'
import { Button } from '@mantine/core'
import { SEEN_BY } from '@samudra/contract/kind'
import type { VesselList } from '@samudra/contract/vessel-lists'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { readingOf, useStored } from '../../../stored/stores.ts'
import { lists } from '../../../stored/shared.ts'
import { wordsFilter } from '../../../kit/pages/list-filter.ts'
import { ListScreen } from '../../../kit/pages/ListScreen.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Nothing } from '../../../kit/pages/States.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'
import { KIND_WORDS, listPath } from './list-words.ts'
import { ListDialog } from './ListDialog.tsx'
import './lists.css'

const COLUMNS: Column<VesselList>[] = [
  {
    key: 'name',
    sort: 'name',
    label: 'Name',
    width: 'minmax(190px, 1.4fr)',
    isHead: true,
    cell: (one) => (
      <span className="list-called">
        <i style={{ background: one.color }} aria-hidden /> {one.name}
      </span>
    ),
    value: (one) => one.name,
  },
  {
    key: 'kind',
    sort: 'kind',
    label: 'Type',
    width: '130px',
    cell: (one) => KIND_WORDS[one.kind],
    value: (one) => KIND_WORDS[one.kind],
  },
  {
    key: 'count',
    sort: 'count',
    label: 'Vessels',
    width: '80px',
    isNumber: true,
    cell: (one) => <Quantity count={one.count} />,
    value: (one) => one.count,
  },
  {
    key: 'asks',
    label: 'Finds',
    width: 'minmax(220px, 2fr)',
    cell: (one) => filterText(one.query),
    value: (one) => filterText(one.query) || null,
  },
  {
    key: 'seen',
    sort: 'seen',
    label: 'Seen by',
    width: '150px',
    cell: (one) => SEEN_BY[one.visibility],
    value: (one) => SEEN_BY[one.visibility],
  },
  {
    key: 'owner',
    sort: 'owner',
    label: 'Owner',
    width: '120px',
    cell: (one) => one.owner,
    value: (one) => one.owner || null,
  },
  {
    key: 'changed',
    sort: 'changed',
    label: 'Changed',
    width: '190px',
    // A list still in its initial version has no user who changed it.
    cell: (one) => (one.version === 0 ? '' : <When at={one.updated_at} />),
    value: (one) => (one.version === 0 ? null : one.updated_at),
  },
]

const FILTERS = [
  wordsFilter<VesselList>('Find a list', 'Name, owner, query', (one) =>
    [one.name, one.owner, filterText(one.query)].join(' '),
  ),
]

/** All vessel lists that the user sees; each opens its page. */
export function Component() {
  const { rows, isRead, fault } = useStored(lists)
  const [isMaking, setMaking] = useState(false)
  const navigate = useNavigate()
  return (
    <ListScreen
      title="Vessel lists"
      subtitle="Groups of vessels, manual or by query, for the map, filters, searches and rules."
      actions={
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>
          New list
        </Button>
      }
      name="vessel-lists"
      filters={FILTERS}
      columns={COLUMNS}
      rows={rows}
      rowKey={({ id }) => id}
      sort="ADDRESS"
      onOpen={({ id }) => void navigate(listPath(id))}
      {...readingOf(lists, { isRead, fault })}
      noneFits={<Nothing title="No list with this name" hint="Try other words, or create a list." />}
    >
      <ListDialog list={null} isOpen={isMaking} close={() => setMaking(false)} />
    </ListScreen>
  )
}
