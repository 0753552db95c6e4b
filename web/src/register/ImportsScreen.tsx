import { Button, FileButton, Progress, TextInput } from '@mantine/core'
import {
  cancelRegisterImport,
  checkRegisterImport,
  commitRegisterImport,
  getRegisterImports,
  undoRegisterImport,
  type RegisterImport,
} from '@samudra/contract/register-imports'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Confirm } from '../kit/Confirm.tsx'
import { Page } from '../kit/Page.tsx'
import { countWords } from '../kit/quantity-text.ts'
import { Quantity } from '../kit/Quantity.tsx'
import { Failed, Nothing, Waiting } from '../kit/States.tsx'
import { Table } from '../kit/Table.tsx'
import type { Column } from '../kit/table.ts'
import { When } from '../kit/When.tsx'
import { call } from '../wire/call.ts'
import { useAction, useAnswer, useStale } from '../wire/use-answer.ts'
import './register.css'

const WORDS: Record<RegisterImport['state'], string> = {
  CHECKED: 'Ready to be stored',
  REJECTED: 'Cannot be stored',
  STORING: 'Being stored',
  STORED: 'Stored',
  UNDOING: 'Being undone',
  UNDONE: 'Undone',
  CANCELLED: 'Cancelled',
}
const RUNNING = new Set<RegisterImport['state']>(['STORING', 'UNDOING', 'CANCELLED'])
const OFTEN_MS = 700
const SELDOM_MS = 15_000

/** Tables of ships that administrators bring: what each would bring, storing it, undoing it. */
export function Component() {
  const stale = useStale()
  const [source, setSource] = useState('REGISTER')
  const [everyMs, setEvery] = useState(OFTEN_MS)
  const answer = useAnswer(getRegisterImports, {}, { everyMs, keep: true })
  const items = answer.data?.items ?? []
  const wanted = items.some(({ state }) => RUNNING.has(state)) ? OFTEN_MS : SELDOM_MS
  if (wanted !== everyMs) setEvery(wanted)
  const bring = useAction(async (file: File) => {
    await call(checkRegisterImport, { name: file.name, source }, { bytes: file })
    stale(getRegisterImports)
  })
  return (
    <Page
      title="Register imports"
      subtitle="CSV with a row a ship: IMO or MMSI, name, call sign, flag, type, length, beam, owner"
      actions={
        <>
          <TextInput
            size="xs"
            aria-label="Whose register it is"
            title="Whose register it is: claims bear this source, and who may see the source sees them"
            value={source}
            maxLength={20}
            onChange={(event) =>
              setSource(event.currentTarget.value.toUpperCase().replaceAll(/[^A-Z0-9_-]/g, ''))
            }
          />
          <FileButton onChange={(file) => file !== null && void bring.run(file)}>
            {(props) => (
              <ActionButton
                {...props}
                size="xs"
                isBusy={bring.isBusy}
                disabled={source === ''}
                leftSection={<IconFileImport size={15} />}
              >
                Look into a table
              </ActionButton>
            )}
          </FileButton>
        </>
      }
    >
      <p className="refusal" role="alert">
        {bring.fault?.message}
      </p>
      {answer.data === undefined &&
        (answer.error === null ? (
          <Waiting />
        ) : (
          <Failed error={answer.error} onRetry={() => answer.refetch()} />
        ))}
      {answer.data?.items.length === 0 && (
        <Nothing
          title="No register was brought yet"
          hint="A table is looked into first; nothing is stored before you say so, and what is stored can be undone."
        />
      )}
      <ul className="register-imports">
        {items.map((one) => (
          <ImportCard key={one.id} one={one} changed={() => stale(getRegisterImports)} />
        ))}
      </ul>
    </Page>
  )
}

function ImportCard({ one, changed }: { one: RegisterImport; changed: () => void }) {
  const { id, name, source, state, progress, rows, ships, fault_count, stored } = one
  const [isUndoing, setUndoing] = useState(false)
  const act = useAction(async (work: () => Promise<unknown>) => {
    await work()
    setUndoing(false)
    changed()
  })
  return (
    <li className="vessel-section" aria-label={name}>
      <h2>
        {name} <span className="dim">{source}</span> <span className="register-state">{WORDS[state]}</span>
      </h2>
      <p className="dim">
        {one.created_by}, <When at={one.created_at} />: <Quantity count={rows} /> rows,{' '}
        <Quantity count={ships} /> that can be stored, <Quantity count={fault_count} /> wrong
        {stored.claims > 0 && (
          <>
            ; <Quantity count={stored.claims} /> stored, <Quantity count={stored.new_ships} /> of new ships
          </>
        )}
      </p>
      {RUNNING.has(state) && <Progress value={progress * 100} aria-label={`Progress of ${name}`} />}
      <p className="refusal" role="alert">
        {act.fault?.message ?? one.trouble}
      </p>
      <div className="register-acts">
        {state === 'CHECKED' && (
          <ActionButton
            size="xs"
            isBusy={act.isBusy}
            onClick={() => act.run(() => call(commitRegisterImport, { id }))}
          >
            {`Store ${countWords(ships, 'ship', 'ships')}`}
          </ActionButton>
        )}
        {(state === 'CHECKED' || state === 'STORING' || state === 'REJECTED') && (
          <Button
            size="xs"
            variant="default"
            onClick={() => void act.run(() => call(cancelRegisterImport, { id }))}
          >
            Cancel
          </Button>
        )}
        {state === 'STORED' && (
          <Button size="xs" variant="default" onClick={() => setUndoing(true)}>
            Undo…
          </Button>
        )}
      </div>
      <Findings one={one} />
      <Confirm
        question={
          isUndoing
            ? {
                title: `Take ${name} out of the register?`,
                text: 'What it said goes, with ships that nothing else is known of. What was known before counts again.',
                act: 'Take it out',
                needsReason: true,
                isGrave: true,
              }
            : null
        }
        isBusy={act.isBusy}
        refusal={act.fault?.message ?? ''}
        onGo={(reason) => void act.run(() => call(undoRegisterImport, { id, reason }))}
        onCancel={() => setUndoing(false)}
      />
    </li>
  )
}

type Fault = RegisterImport['faults'][number]
const FAULTS: Column<Fault>[] = [
  { key: 'line', label: 'Line', isNumber: true, value: (one) => one.line, cell: (one) => one.line },
  { key: 'field', label: 'Column', value: (one) => one.field, cell: (one) => one.field },
  { key: 'why', label: 'What is wrong', value: (one) => one.why, cell: (one) => one.why },
]
type Ship = RegisterImport['sample'][number]
const SHIPS: Column<Ship>[] = [
  { key: 'line', label: 'Line', isNumber: true, cell: (one) => one.line },
  { key: 'name', label: 'Name', cell: (one) => one.ship_name },
  { key: 'imo', label: 'IMO', cell: (one) => one.imo },
  { key: 'mmsi', label: 'MMSI', cell: (one) => one.mmsi },
  { key: 'flag', label: 'Flag', cell: (one) => one.country },
]

/** How its columns were taken, its first ships, and its first wrong lines. */
function Findings({ one }: { one: RegisterImport }) {
  const unused = one.columns.filter(({ field }) => field === null).map(({ name }) => name)
  return (
    <>
      {unused.length > 0 && <p className="dim">Not kept: {unused.join(', ')}.</p>}
      {one.faults.length > 0 && (
        <details>
          <summary>
            {one.faults.length === one.fault_count
              ? 'Wrong lines'
              : `The first ${one.faults.length} wrong lines`}
          </summary>
          <Table
            isInText
            label="Wrong lines"
            columns={FAULTS}
            rows={one.faults}
            rowKey={({ line }) => String(line)}
            csv="wrong-lines.csv"
          />
        </details>
      )}
      {one.sample.length > 0 && (
        <details>
          <summary>The first ships</summary>
          <Table
            isInText
            label="The first ships"
            columns={SHIPS}
            rows={one.sample}
            rowKey={({ line }) => String(line)}
          />
        </details>
      )}
    </>
  )
}
