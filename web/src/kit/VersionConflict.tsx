import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import './page.css'
import { When } from './When.tsx'

/** Somebody saved the same thing first: both versions side by side, and which of them shall count. Nothing is lost. */
export function VersionConflict(props: {
  noun: string
  by: string
  at: string
  /** What each version says, line by line. */
  rows: readonly { label: string; mine: ReactNode; theirs: ReactNode; differs: boolean }[]
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
      <table className="conflict-rows">
        <thead>
          <tr>
            <td />
            <th scope="col">Yours</th>
            <th scope="col">{props.by}’s</th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ label, mine, theirs, differs }) => (
            <tr key={label} data-differs={differs}>
              <th scope="row">{label}</th>
              <td>{mine}</td>
              <td>{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
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
