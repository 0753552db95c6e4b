import { Button, Modal } from '@mantine/core'
import type { Kind } from '@samudra/contract/kind'
import '../pages/page.css'
import { lineOf, SideBySide } from '../tables/SideBySide.tsx'
import { When } from '../text/When.tsx'
import { useWording } from '../text/wording.ts'

/** Fields of the last change of an object; some carry none. */
export type Changed = { version?: number; updated_by?: string | undefined; updated_at?: string | undefined }

/**
 * Shows both versions side by side when another user saved the same object first, and lets the user choose one.
 * Nothing is lost.
 */
export function Conflict<Item extends Changed>(props: {
  kind: Pick<Kind<Item>, 'noun' | 'fields'>
  /** Object with the values this user typed. */
  mine: Item
  theirs: Item
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}) {
  const { kind, mine, theirs, onClose } = props
  const words = useWording()
  const by = theirs.updated_by ?? 'Another user'
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${by} changed this ${kind.noun} while you edited it`}
      size={640}
      centered
    >
      <p className="conflict-hint">
        {theirs.updated_at !== undefined && (
          <>
            Saved by {by} at <When at={theirs.updated_at} />.{' '}
          </>
        )}
        Both versions are stored; choose which counts now.
      </p>
      <SideBySide
        label="Both versions"
        heads={['Yours', `${by}’s`]}
        lines={kind.fields.map((field) => lineOf(field, mine, theirs, words))}
      />
      <div className="state-buttons">
        <Button size="xs" onClick={props.onKeepMine}>
          Overwrite with mine
        </Button>
        <Button size="xs" variant="default" onClick={props.onTakeTheirs}>
          Use theirs
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          Continue editing
        </Button>
      </div>
    </Modal>
  )
}
