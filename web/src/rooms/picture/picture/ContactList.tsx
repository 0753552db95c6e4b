import { Button } from '@mantine/core'
import type { AisRecord } from '@samudra/contract/picture'
import { IconDownload, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import type { FooterContent } from '../../../kit/footer.ts'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Nothing } from '../../../kit/pages/States.tsx'
import { When } from '../../../kit/text/When.tsx'
import { useContactList, type WantedContacts } from '../../../map/contact-list.store.ts'
import { showShip } from '../../../map/workbench/workbench.store.ts'
import { saveFile } from '../../../kit/save-file.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { contactsCsv } from './contact-csv.ts'
import { MOST_LISTED, readContacts } from './contact-pages.ts'

const COLUMNS: Column<AisRecord>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(150px, 1.4fr)',
    cell: (ship) => ship.ship_name ?? <span className="dim">not received</span>,
  },
  { key: 'mmsi', label: 'MMSI', width: '96px', cell: (ship) => ship.mmsi },
  { key: 'flag', label: 'Flag', width: 'minmax(90px, 1fr)', cell: (ship) => ship.country },
  { key: 'type', label: 'Type', width: 'minmax(100px, 1fr)', cell: (ship) => ship.ship_type },
  { key: 'status', label: 'Status', width: 'minmax(120px, 1fr)', cell: (ship) => ship.nav_status },
  {
    key: 'sog',
    label: 'Speed',
    width: '80px',
    isNumber: true,
    cell: (ship) => <Quantity knots={ship.sog} />,
  },
  {
    key: 'cog',
    label: 'Course',
    width: '70px',
    isNumber: true,
    cell: (ship) => <Quantity degrees={ship.cog} />,
  },
  {
    key: 'destination',
    label: 'Destination',
    width: 'minmax(110px, 1fr)',
    cell: (ship) => ship.destination,
  },
  { key: 'seen', label: 'Last fix', width: '190px', cell: (ship) => <When at={ship.observed_at} /> },
]

/** Returns the content of the drawer at the foot. */
export const contactListOf = ({ title }: WantedContacts): FooterContent => ({ title, Content: ContactList })

/** The contacts behind a number: each a click away on the map, all of them as a file. */
function ContactList() {
  const wanted = useContactList((state) => state.wanted)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['contacts listed', wanted],
    queryFn: ({ signal }) => readContacts(wanted!.filter, MOST_LISTED, signal),
    enabled: wanted !== null,
  })
  const save = useAction(async () => {
    const { ships } = await readContacts(wanted!.filter, Infinity)
    saveFile(`${wanted!.title}.csv`, 'text/csv', new TextEncoder().encode(contactsCsv(ships)))
  })
  if (wanted === null) return null
  return (
    <div className="contact-list">
      <p className="contact-list-head">
        {data !== undefined && (
          <span role="status">
            <Quantity count={data.count} /> contacts at <When at={data.asOf} />
            {data.count > data.ships.length && ` · the first ${data.ships.length} are listed`}
          </span>
        )}
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconRefresh size={13} aria-hidden />}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          Refresh
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconDownload size={13} aria-hidden />}
          loading={save.isBusy}
          onClick={() => void save.run()}
        >
          CSV
        </Button>
        {save.fault !== null && <span role="alert">{save.fault.message}</span>}
      </p>
      <Table
        label={wanted.title}
        name="contacts"
        columns={COLUMNS}
        rows={data?.ships ?? []}
        rowKey={({ contact_id }) => String(contact_id)}
        onOpen={({ mmsi, split_id }) => showShip({ mmsi, split: split_id })}
        isWaiting={data === undefined && error === null}
        error={error}
        onRetry={refetch}
        empty={<Nothing title="No contact" hint="No contacts here now." />}
      />
    </div>
  )
}
