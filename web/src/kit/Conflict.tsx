import { Button, Modal } from '@mantine/core'
import type { Field, Kind, Wording } from '@samudra/contract/kind'
import './page.css'
import { useWording } from './wording.ts'
import { Table } from './Table.tsx'
import type { Column } from './table.ts'
import { When } from './When.tsx'

/** What every object tells of its last change. */
export type Changed = { updated_by?: string | undefined; updated_at: string }
type Line = { label: string; mine: string; theirs: string; differs: boolean }

/** Somebody saved the same thing first: both versions side by side, and which of them shall count. Nothing is lost. */
export function Conflict<Item extends Changed>(props: {
  kind: Pick<Kind<Item>, 'noun' | 'fields'>
  /** What this user typed, as the object it would be. */
  mine: Item
  theirs: Item
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}) {
  const { kind, mine, theirs, onClose } = props
  const words = useWording()
  const by = theirs.updated_by ?? 'Somebody'
  return (
    <Modal opened onClose={onClose} title={`${by} changed this ${kind.noun} meanwhile`} size={640} centered>
      <p className="conflict-hint">
        Saved by {by} at <When at={theirs.updated_at} />. Both versions are kept; choose which counts now.
      </p>
      <Table
        label="Both versions"
        isInText
        isEven
        columns={columnsOf(by)}
        rows={kind.fields.map((field) => lineOf(field, mine, theirs, words))}
        rowKey={({ label }) => label}
      />
      <div className="state-buttons">
        <Button size="xs" onClick={props.onKeepMine}>
          Save mine over it
        </Button>
        <Button size="xs" variant="default" onClick={props.onTakeTheirs}>
          Take theirs
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Go on editing
        </Button>
      </div>
    </Modal>
  )
}

function lineOf<Item>({ label, text, value }: Field<Item>, mine: Item, theirs: Item, words: Wording): Line {
  const is = (one: Item) => JSON.stringify(value?.(one) ?? text(one, words))
  return {
    label,
    mine: text(mine, words) || '–',
    theirs: text(theirs, words) || '–',
    differs: is(mine) !== is(theirs),
  }
}

const tone = ({ differs }: Line) => (differs ? ('marked' as const) : undefined)
const columnsOf = (by: string): Column<Line>[] => [
  { key: 'label', label: '', cell: ({ label }) => label, isHead: true },
  { key: 'mine', label: 'Yours', cell: ({ mine }) => mine, tone },
  { key: 'theirs', label: `${by}’s`, cell: ({ theirs }) => theirs, tone },
]
