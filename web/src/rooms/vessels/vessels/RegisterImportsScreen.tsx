import { TextInput } from '@mantine/core'
import {
  cancelRegisterImport,
  checkRegisterImport,
  commitRegisterImport,
  getRegisterImports,
  undoRegisterImport,
  type RegisterImport,
} from '@samudra/contract/vessel-imports'
import { useState } from 'react'
import { pollInterval, ImportCard, ImportFindings, ImportsPage } from '../../../kit/forms/ImportsPage.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useAction, useAnswer, useStale } from '../../../wire/use-answer.ts'

const WORDS: Record<RegisterImport['state'], string> = {
  CHECKED: 'Ready to store',
  REJECTED: 'Rejected',
  STORING: 'Storing',
  STORED: 'Stored',
  UNDOING: 'Undoing',
  UNDONE: 'Undone',
  CANCELLED: 'Cancelled',
}
/** One that is cancelled is at work while something of it is still stored. */
const isAtWork = ({ state, stored }: RegisterImport) =>
  state === 'STORING' || state === 'UNDOING' || (state === 'CANCELLED' && stored.claims > 0)

type Ship = RegisterImport['sample'][number]
const SHIPS: Column<Ship>[] = [
  { key: 'line', label: 'Line', isNumber: true, cell: (one) => one.line },
  { key: 'name', label: 'Name', cell: (one) => one.ship_name },
  { key: 'imo', label: 'IMO', cell: (one) => one.imo },
  { key: 'mmsi', label: 'MMSI', cell: (one) => one.mmsi },
  { key: 'flag', label: 'Flag', cell: (one) => one.country },
]

/** Tables of ships that administrators bring: what each would bring, storing it, undoing it. */
export function Component() {
  const stale = useStale()
  const [source, setSource] = useState('REGISTER')
  const answer = useAnswer(
    getRegisterImports,
    {},
    {
      keep: true,
      everyMs: (last) => pollInterval(last?.items.some(isAtWork) === true),
    },
  )
  const bring = useAction(async (file: File) => {
    await call(checkRegisterImport, { name: file.name, source }, { bytes: file })
    stale(getRegisterImports)
  })
  return (
    <ImportsPage
      title="Register imports"
      subtitle="CSV with one row per vessel: IMO or MMSI, name, call sign, flag, type, length, beam, owner"
      fields={
        <TextInput
          size="xs"
          aria-label="Owner of the register"
          leftSection="Source"
          leftSectionWidth={58}
          title="Source of the data; users who see the source see the data"
          value={source}
          maxLength={20}
          onChange={(event) =>
            setSource(event.currentTarget.value.toUpperCase().replaceAll(/[^A-Z0-9_-]/g, ''))
          }
        />
      }
      label="Check a CSV"
      bring={bring}
      isQuery={source !== ''}
      answer={answer}
      none={{
        title: 'No register imported yet',
        hint: 'The table is checked first. Nothing is stored until you confirm, and you can undo it.',
      }}
      renderOne={(one) => <TableOfShips key={one.id} one={one} changed={() => stale(getRegisterImports)} />}
    />
  )
}

function TableOfShips({ one, changed }: { one: RegisterImport; changed: () => void }) {
  const { id, name, source, state, progress, rows, ships, fault_count, stored } = one
  const unused = one.columns.filter(({ field }) => field === null).map((column) => column.name)
  return (
    <ImportCard
      name={name}
      state={state}
      word={WORDS[state]}
      about={
        <>
          {source}; {one.created_by}, <When at={one.created_at} />: <Quantity count={rows} /> rows,{' '}
          <Quantity count={ships} /> that can be stored, <Quantity count={fault_count} /> wrong
          {stored.claims > 0 && (
            <>
              ; <Quantity count={stored.claims} /> stored, <Quantity count={stored.new_ships} /> of new
              vessels
            </>
          )}
        </>
      }
      share={isAtWork(one) ? progress : null}
      trouble={one.trouble}
      acts={[
        state === 'CHECKED' && {
          label: `Store ${countWords(ships, 'vessel')}`,
          run: () => call(commitRegisterImport, { id }),
        },
        (state === 'CHECKED' || state === 'STORING' || state === 'REJECTED') && {
          label: 'Cancel',
          run: () => call(cancelRegisterImport, { id }),
          isPlain: true,
        },
      ]}
      undo={
        state === 'STORED'
          ? {
              title: `Remove ${name} from the register?`,
              text: 'Its data is removed, and vessels that only it contains. Earlier data applies again.',
              act: 'Remove',
              run: (reason) => call(undoRegisterImport, { id, reason }),
            }
          : null
      }
      changed={changed}
    >
      {unused.length > 0 && <p className="dim">Not stored: {unused.join(', ')}.</p>}
      <ImportFindings
        wrong={one.faults}
        wrongCount={fault_count}
        first={{ label: 'First vessels', columns: SHIPS, rows: one.sample }}
      />
    </ImportCard>
  )
}
