import { IconTrash } from '@tabler/icons-react'
import { Questioned } from './QuestionButton.tsx'

type Props = {
  name: string
  /** Consequence, in a sentence. */
  text: string
  needsReason?: boolean
  /** Deletes it; what it throws is shown as the refusal. */
  remove: (reason: string) => Promise<void>
}

/** The sign that deletes a row, after asking. */
export const DeleteButton = ({ name, text, needsReason = false, remove }: Props) => (
  <Questioned
    question={{ title: `Delete ${name}?`, text, act: 'Delete', needsReason, isGrave: true }}
    act={remove}
    renderButton={(ask) => (
      <button
        type="button"
        className="icon-button"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={ask}
      >
        <IconTrash size={15} />
      </button>
    )}
  />
)
