import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Confirm } from './Confirm.tsx'

type Props = {
  name: string
  /** What becomes of it, in a sentence. */
  text: string
  needsReason?: boolean
  /** Deletes it; what it throws is shown as the refusal. */
  remove: (reason: string) => Promise<void>
}

/** The sign that deletes a row, after asking. */
export function DeleteButton({ name, text, needsReason = false, remove }: Props) {
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const go = async (reason: string) => {
    setBusy(true)
    setRefusal('')
    try {
      await remove(reason)
      setAsked(false)
    } catch (error) {
      setRefusal((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={() => {
          setRefusal('')
          setAsked(true)
        }}
      >
        <IconTrash size={15} />
      </button>
      <Confirm
        question={
          isAsked ? { title: `Delete ${name}?`, text, act: 'Delete', needsReason, isGrave: true } : null
        }
        isBusy={isBusy}
        refusal={refusal}
        onGo={(reason) => void go(reason)}
        onCancel={() => setAsked(false)}
      />
    </>
  )
}
