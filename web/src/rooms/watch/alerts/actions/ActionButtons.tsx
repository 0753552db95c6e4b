import { Button } from '@mantine/core'
import type { ActionChoice } from './action-choices.ts'

type Props = {
  choices: readonly ActionChoice[]
  label: string
  /** Object of the action, after its word; empty where it is obvious. */
  of?: string
  isBusy: boolean
  /** True if the next action is this user's, so it stands out. */
  isNextOurs?: boolean
  onAction: (choice: ActionChoice) => void
}
/** Shows the possible actions, the next one first, each with its key. */
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
