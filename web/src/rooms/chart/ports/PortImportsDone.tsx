import { getPortImports, undoPortImport, type PortImportDone } from '@samudra/contract/ports'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { QuestionButton } from '../../../kit/forms/QuestionButton.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useAnswer, useStale } from '../../../wire/use-answer.ts'
import { ports } from './ports.store.ts'

type Undone = Extract<ReturnType<typeof undoPortImport.output>, { ok: true }>['value']

/** Files that ports came from, each of which can be undone; and what stayed of the one that was. */
export function PortImportsDone() {
  const answer = useAnswer(getPortImports, {})
  const stale = useStale()
  const [undone, setUndone] = useState<Undone | null>(null)
  if (answer.data === undefined)
    return answer.error === null ? (
      <Waiting />
    ) : (
      <Failed error={answer.error} onRetry={() => answer.refetch()} />
    )
  const { items } = answer.data
  const undo = async (id: string, reason: string) => {
    setUndone(await call(undoPortImport, { id, reason }))
    stale(getPortImports)
    void ports.read()
  }
  return (
    <section aria-label="Import history">
      <h3>Import history</h3>
      {items.length === 0 && <p className="dim">No port imports yet.</p>}
      <ul className="ports-imports">
        {items.map((one) => (
          <li key={one.id} aria-label={one.file}>
            <ImportDone one={one} undo={(reason) => undo(one.id, reason)} />
            {undone?.id === one.id && <Stays undone={undone} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ImportDone({ one, undo }: { one: PortImportDone; undo: (reason: string) => Promise<void> }) {
  return (
    <div className="ports-import-done">
      <p>
        {one.file} <span className="dim">{one.format}</span>, <When at={one.checked_at} />:{' '}
        <Quantity count={one.added} /> added, <Quantity count={one.changed} /> changed
        {one.state === 'UNDONE' && ', undone'}
      </p>
      {one.state === 'COMMITTED' && (
        <QuestionButton
          label="Undo"
          icon={<IconArrowBackUp size={14} />}
          question={{
            title: `Undo the import of ${one.file}?`,
            text: 'Added ports are removed and changed ports are restored. Ports with calls or later user changes stay and are listed.',
            act: 'Undo the import',
            needsReason: true,
            isGrave: true,
          }}
          act={undo}
        />
      )}
    </div>
  )
}

function Stays({ undone }: { undone: Undone }) {
  const { removed, restored, kept: saved, stays } = undone
  return (
    <div role="status">
      <p>
        <Quantity count={removed} /> removed, <Quantity count={restored} /> restored,{' '}
        <Quantity count={saved} /> unchanged.
        {stays.length < saved && ` The first ${stays.length} are listed.`}
      </p>
      <ul className="ports-stays">
        {stays.map(({ id, name, why }) => (
          <li key={id}>
            {name} <span className="dim">{why}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
