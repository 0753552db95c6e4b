import { Button } from '@mantine/core'
import { isAdministrator } from '@samudra/contract/identity'
import { BOUNDARY_KIND_WORDS, COMPUTED_LABEL, deleteEez, type Eez } from '@samudra/contract/reference'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { readingOf, useStored } from '../../../stored/stores.ts'
import { AddressWords } from '../../../kit/forms/AddressWords.tsx'
import { Confirm, type Question } from '../../../kit/forms/Confirm.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { Page } from '../../../kit/pages/Page.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Nothing } from '../../../kit/pages/States.tsx'
import { toast } from '../../../kit/toasts.ts'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useSession } from '../../../wire/session.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { EezForm, type Editing } from './EezForm.tsx'
import { EezImportDrawer } from './EezImportDrawer.tsx'
import { boundaries } from './boundaries.store.ts'
import './reference.css'

const SHOWN = ['all', 'brought', 'computed'] as const

/** Returns the state of a boundary, in a word. */
function stateOf(one: Eez): string {
  if (one.disputed) return 'Overlapping claims'
  if (!one.approx) return 'Imported'
  return one.replaced_by.length > 0 ? 'Replaced' : one.cut ? 'Computed, cut off' : 'Computed'
}

const sourceOf = ({ source, edition }: Eez) => [source, edition].filter(Boolean).join(', ')

const COLUMNS: Column<Eez>[] = [
  {
    key: 'name',
    label: 'Name',
    width: 'minmax(160px, 2fr)',
    isHead: true,
    cell: (one) => one.name,
    value: (one) => one.name,
  },
  { key: 'country', label: 'Code', width: '60px', cell: (one) => one.country, value: (one) => one.country },
  {
    key: 'kind',
    label: 'Kind',
    width: 'minmax(184px, 1fr)',
    cell: (one) => BOUNDARY_KIND_WORDS[one.kind],
    value: (one) => BOUNDARY_KIND_WORDS[one.kind],
  },
  {
    key: 'area',
    label: 'Area (km²)',
    width: '100px',
    isNumber: true,
    cell: (one) => (one.area_km2 === null ? '' : <Quantity count={Math.round(one.area_km2)} />),
    value: (one) => one.area_km2 && Math.round(one.area_km2),
  },
  { key: 'state', label: 'State', width: '130px', cell: stateOf, value: stateOf },
  {
    key: 'source',
    label: 'Source and edition',
    width: 'minmax(180px, 1.5fr)',
    cell: sourceOf,
    value: sourceOf,
  },
  {
    key: 'changed',
    label: 'Changed',
    width: '180px',
    cell: (one) => (one.approx ? '' : <When at={one.updated_at} />),
    value: (one) => (one.approx ? null : one.updated_at),
  },
]

/** All boundaries at sea: read by everybody, brought and changed by administrators. */
export function Component() {
  const isAdmin = useSession(({ user }) => isAdministrator(user?.role ?? ''))
  const { valueOf, put, goTo } = useAddress()
  const words = valueOf('q')
  const shown = SHOWN.find((one) => one === valueOf('shown')) ?? 'all'
  const [editing, setEditing] = useState<Editing | null>(null)
  const [isImporting, setImporting] = useState(false)
  const { rows: all, isRead, fault } = useStored(boundaries)
  const removal = useRemoval(() => setEditing(null))
  const query = words.trim().toLowerCase()
  const rows = all.filter(
    (one) =>
      (shown === 'all' || one.approx === (shown === 'computed')) &&
      `${one.name} ${one.country} ${one.kind} ${one.source}`.toLowerCase().includes(query),
  )
  return (
    <Page
      title="EEZ and boundaries"
      subtitle={`Built in: ${COMPUTED_LABEL}. Imported boundaries replace them by country and kind.`}
      actions={
        isAdmin && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFileImport size={14} />}
              onClick={() => setImporting(true)}
            >
              Import boundaries
            </Button>
            <Button
              size="xs"
              leftSection={<IconPlus size={14} />}
              onClick={() => setEditing({ kind: 'new' })}
            >
              Add boundary
            </Button>
          </>
        )
      }
    >
      <div className="eez-bar">
        <AddressWords
          aria-label="Search boundaries"
          placeholder="Country, code, source"
          value={words}
          onChange={(words) => put('q', words)}
        />
        <Segments
          label="Source"
          value={shown}
          onChange={(value) => put('shown', value === 'all' ? null : value)}
          data={[
            { value: 'all', label: 'All' },
            { value: 'brought', label: 'Imported' },
            { value: 'computed', label: 'Computed' },
          ]}
        />
        <span className="dim">
          <Quantity count={rows.length} /> of <Quantity count={all.length} />
        </span>
      </div>
      <Table
        label="Boundaries"
        name="boundaries"
        onSearch={goTo}
        columns={COLUMNS}
        rows={rows}
        rowKey={(one) => one.id}
        onOpen={(one) => setEditing({ kind: 'open', one })}
        {...readingOf(boundaries, { isRead, fault })}
        empty={<Nothing title="No boundaries found" hint="Try other words." />}
        csv="boundaries.csv"
      />
      <EezForm editing={editing} isAdmin={isAdmin} onClose={() => setEditing(null)} onRemove={removal.ask} />
      <EezImportDrawer isOpen={isImporting} onClose={() => setImporting(false)} />
      {removal.dialog}
    </Page>
  )
}

function useRemoval(done: () => void) {
  const [one, setOne] = useState<Eez | null>(null)
  const { run, isBusy, fault, clear } = useAction(async (reason: string) => {
    if (one === null) return
    await call(deleteEez, { id: one.id, reason })
    toast(`${one.name} is deleted`, 'good')
    setOne(null)
    boundaries.drop(one.id)
    done()
  })
  const question: Question | null =
    one === null
      ? null
      : {
          title: `Delete ${one.name}?`,
          text: 'The computed boundary of this country and kind is shown again, if available.',
          act: 'Delete',
          needsReason: false,
          isGrave: true,
        }
  return {
    ask: (next: Eez) => {
      clear()
      setOne(next)
    },
    dialog: (
      <Confirm
        question={question}
        isBusy={isBusy}
        refusal={fault?.message ?? ''}
        onGo={(reason) => void run(reason)}
        onCancel={() => setOne(null)}
      />
    ),
  }
}
