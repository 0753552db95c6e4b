import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import './page.css'
import { Table } from './Table.tsx'
import type { Column } from './table.ts'
import { When } from './When.tsx'

type Line = { label: string; mine: ReactNode; theirs: ReactNode; differs: boolean }

/** Somebody saved the same thing first: both versions side by side, and which of them shall count. Nothing is lost. */
export function VersionConflict(props: {
  noun: string
  by: string
  at: string
  /** What each version says, line by line. */
  rows: readonly Line[]
  /** Saves mine over theirs, as the next version, or goes on with mine as `keepLabel` says. */
  onKeepMine: () => void
  keepLabel?: string
  onTakeTheirs: () => void
  onClose: () => void
}) {
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={`${props.by} changed this ${props.noun} meanwhile`}
      size={640}
      centered
    >
      <p className="conflict-hint">
        Saved by {props.by} at <When at={props.at} />. Both versions are kept; choose which counts now.
      </p>
      <Table
        label="Both versions"
        isInText
        isEven
        columns={columnsOf(props.by)}
        rows={props.rows}
        rowKey={({ label }) => label}
      />
      <div className="state-buttons">
        <Button size="xs" onClick={props.onKeepMine}>
          {props.keepLabel ?? 'Save mine over it'}
        </Button>
        <Button size="xs" variant="default" onClick={props.onTakeTheirs}>
          Take theirs
        </Button>
        <Button size="xs" variant="default" onClick={props.onClose}>
          Go on editing
        </Button>
      </div>
    </Modal>
  )
}

const tone = ({ differs }: Line) => (differs ? ('marked' as const) : undefined)
const columnsOf = (by: string): Column<Line>[] => [
  { key: 'label', label: '', cell: ({ label }) => label, isHead: true },
  { key: 'mine', label: 'Yours', cell: ({ mine }) => mine, tone },
  { key: 'theirs', label: `${by}’s`, cell: ({ theirs }) => theirs, tone },
]
