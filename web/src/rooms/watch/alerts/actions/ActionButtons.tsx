import { Button } from '@mantine/core'
import type { ActionChoice } from './action-choices.ts'

type Props = {
  choices: readonly ActionChoice[]
  label: string
  /** What it is done with, after the word; nothing where that is plain. */
  of?: string
  isBusy: boolean
  /** Whether the next thing is this user's to do, and stands out. */
  isNextOurs?: boolean
  onAction: (choice: ActionChoice) => void
}
/** What may be done, the next thing first, each with its key. */
export const ActionButtons = ({
  choices,
  label,
  of = '',
  isBusy,
  isNextOurs = true,
  onAction: onActionOf,
}: Props) => (
  <div className="details-acts" role="group" aria-label={label}>
    {choices.map((choice, i) => (
      <Button
        key={choice.action}
        size="xs"
        variant={i === 0 && isNextOurs ? 'filled' : 'default'}
        disabled={isBusy}
        aria-keyshortcuts={choice.key}
        rightSection={<kbd>{choice.key.toUpperCase()}</kbd>}
        onClick={() => onActionOf(choice)}
      >
        {of === '' ? choice.word : `${choice.word} ${of}`}
      </Button>
    ))}
  </div>
)
