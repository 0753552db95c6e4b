import { useDebouncedValue } from '@mantine/hooks'
import {
  getVesselListHistory,
  getVesselsByVesselList,
  MemberSort,
  removeVesselFromList,
  type ListMember,
  type ListStay,
  type VesselList,
} from '@samudra/contract/vessel-lists'
import { IconX } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { lists } from '../../../stored/shared.ts'
import { Questioned } from '../../../kit/forms/QuestionButton.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Nothing } from '../../../kit/pages/States.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useStale } from '../../../wire/use-answer.ts'
import { usePages } from '../../../wire/use-pages.ts'

/** Reads the members again when the list changes, because joining and leaving change the list. */
function useFreshWith(id: string, op: { name: string }) {
  const makeStale = useStale()
  useEffect(
    () =>
      lists.use.subscribe(({ byId }, before) => {
        if (byId.get(id) !== before.byId.get(id)) makeStale(op)
      }),
    [id, op, makeStale],
  )
}

const vesselPath = (mmsi: string) => `/home/vesselsDetails/${mmsi}`
const memberKey = ({ mmsi }: ListMember) => mmsi
const stayKey = ({ mmsi, joined_at }: ListStay) => `${mmsi} ${joined_at}`
const MEMBER_SORTS: readonly string[] = MemberSort.options

const COLUMNS: Column<ListMember>[] = [
  {
    key: 'ship_name',
    sort: 'ship_name',
    label: 'Name',
    width: 'minmax(160px, 1.2fr)',
    isHead: true,
    cell: ({ vessel }) => vessel?.ship_name ?? <span className="dim">Not on the map</span>,
    value: ({ vessel }) => vessel?.ship_name ?? null,
  },
  {
    key: 'mmsi',
    sort: 'mmsi',
    label: 'MMSI',
    width: '100px',
    cell: (one) => one.mmsi,
    value: (one) => one.mmsi,
  },
  {
    key: 'country',
    label: 'Flag',
    width: 'minmax(100px, 0.8fr)',
    cell: ({ vessel }) => vessel?.country ?? '',
    value: ({ vessel }) => vessel?.country ?? null,
  },
  {
    key: 'type',
    label: 'Type',
    width: '130px',
    cell: ({ vessel }) => vessel?.ship_type ?? '',
    value: ({ vessel }) => vessel?.ship_type ?? null,
  },
  {
    key: 'reason',
    sort: 'reason',
    label: 'Reason',
    width: 'minmax(200px, 2fr)',
    cell: (one) => <span title={one.reason}>{one.reason}</span>,
    value: (one) => one.reason,
  },
  {
    key: 'added_by',
    sort: 'added_by',
    label: 'Added by',
    width: '120px',
    cell: (one) => one.added_by || <span className="dim">Found</span>,
    value: (one) => one.added_by || null,
  },
  {
    key: 'added_at',
    sort: 'added_at',
    label: 'Since',
    width: '190px',
    cell: (one) => <When at={one.added_at} />,
    value: (one) => one.added_at,
  },
  {
    key: 'expires_at',
    sort: 'expires_at',
    label: 'Until',
    width: '190px',
    cell: ({ expires_at }) => (expires_at === null ? '' : <When at={expires_at} />),
    value: (one) => one.expires_at,
  },
]

/** Lists the vessels of a list; the server searches and sorts, and each row opens the vessel's page. */
export function MemberTable({ list }: { list: VesselList }) {
  const { valueOf, goTo, sorting, onSort } = useAddress()
  const navigate = useNavigate()
  const makeStale = useStale()
  const [q] = useDebouncedValue(valueOf('q').trim(), 250)
  const sort = valueOf('sort')
  const query = {
    id: list.id,
    ...(q === '' ? {} : { q }),
    ...(MEMBER_SORTS.includes(sort) ? { sort: sort as MemberSort } : {}),
  }
  const { first, table } = usePages(getVesselsByVesselList, query, { rowKey: memberKey })
  useFreshWith(list.id, getVesselsByVesselList)
  const columns = useMemo(
    () => (list.may_add ? [...COLUMNS, removing(list, makeStale)] : COLUMNS),
    [list, makeStale],
  )
  return (
    <Table
      label={`Vessels of ${list.name}`}
      name="vessel-list-members"
      onSearch={goTo}
      columns={columns}
      {...table}
      isLive
      onOpen={({ mmsi }) => void navigate(vesselPath(mmsi))}
      {...(sorting === null ? {} : { sorting })}
      onSort={onSort}
      empty={<NoShip list={list} isQuery={q !== ''} />}
      foot={first === undefined ? null : <Foot total={first.total} />}
    />
  )
}

const Foot = ({ total }: { total: number }) => (
  <span className="dim">
    <Quantity count={total} /> in all
  </span>
)

function NoShip({ list, isQuery: isRequest }: { list: VesselList; isQuery: boolean }) {
  if (isRequest) return <Nothing title="No vessel with this name on the list" hint="Try other words." />
  return list.kind === 'DYNAMIC' ? (
    <Nothing title="No vessel matches now" hint="Vessels are added as soon as they match." />
  ) : (
    <Nothing title="No vessels on this list" hint="Add vessels, or import a file." />
  )
}

const removing = (list: VesselList, makeStale: ReturnType<typeof useStale>): Column<ListMember> => ({
  key: 'remove',
  label: '',
  width: '44px',
  cell: ({ mmsi, vessel }) => (
    <Questioned
      question={{
        title: `Remove ${vessel?.ship_name ?? `MMSI ${mmsi}`} from the list?`,
        text: 'Its membership stays in the history.',
        act: 'Remove',
        isGrave: false,
        needsReason: true,
      }}
      act={async (reason) => {
        await call(removeVesselFromList, { id: list.id, mmsi, reason })
        makeStale(getVesselsByVesselList, getVesselListHistory)
        await lists.again(list.id)
      }}
      renderButton={(ask) => (
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove MMSI ${mmsi} from the list`}
          title="Remove from the list"
          onClick={(event) => {
            event.stopPropagation()
            ask()
          }}
        >
          <IconX size={14} />
        </button>
      )}
    />
  ),
})

const STAYS: Column<ListStay>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(150px, 0.8fr)',
    isHead: true,
    cell: ({ mmsi, ship_name }) => <Link to={vesselPath(mmsi)}>{ship_name ?? `MMSI ${mmsi}`}</Link>,
    value: (one) => one.ship_name,
  },
  { key: 'mmsi', label: 'MMSI', width: '100px', cell: (one) => one.mmsi, value: (one) => one.mmsi },
  {
    key: 'joined_at',
    label: 'Added',
    width: '190px',
    cell: (one) => <When at={one.joined_at} />,
    value: (one) => one.joined_at,
  },
  {
    key: 'joined_why',
    label: 'Reason',
    width: 'minmax(190px, 2fr)',
    cell: (one) => <span title={one.joined_why}>{one.joined_why}</span>,
    value: (one) => one.joined_why,
  },
  {
    key: 'joined_by',
    label: 'By',
    width: '70px',
    cell: (one) => one.joined_by,
    value: (one) => one.joined_by,
  },
  {
    key: 'left_at',
    label: 'Removed',
    width: '190px',
    cell: ({ left_at }) =>
      left_at === null ? <span className="dim">On the list</span> : <When at={left_at} />,
    value: (one) => one.left_at,
  },
  {
    key: 'left_why',
    label: 'Reason',
    width: 'minmax(190px, 2fr)',
    cell: (one) => <span title={one.left_why ?? ''}>{one.left_why}</span>,
    value: (one) => one.left_why,
  },
  { key: 'left_by', label: 'By', width: '70px', cell: (one) => one.left_by, value: (one) => one.left_by },
]

/** Lists vessels that joined or left a list, the latest change first. */
export function StayTable({ list }: { list: VesselList }) {
  const { valueOf, goTo } = useAddress()
  const mmsi = valueOf('q').trim()
  const query = { id: list.id, ...(/^\d{9}$/.test(mmsi) ? { mmsi } : {}) }
  const { first, table } = usePages(getVesselListHistory, query, { rowKey: stayKey })
  useFreshWith(list.id, getVesselListHistory)
  return (
    <Table
      label={`History of ${list.name}`}
      name="vessel-list-stays"
      onSearch={goTo}
      columns={STAYS}
      {...table}
      isLive
      csv={`history-${list.name.replaceAll(/[^\w-]+/g, '-')}.csv`}
      empty={<Nothing title="No changes yet" hint="Every vessel added or removed is recorded here." />}
      foot={first === undefined ? null : <Foot total={first.total} />}
    />
  )
}
