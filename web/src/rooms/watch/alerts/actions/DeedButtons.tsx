import { Button } from '@mantine/core'
import type { Deed } from './deeds.ts'

type Props = {
  choices: readonly Deed[]
  label: string
  /** What it is done with, after the word; nothing where that is plain. */
  of?: string
  isBusy: boolean
  /** Whether the next thing is this user's to do, and stands out. */
  isNextOurs?: boolean
  onAction: (deed: Deed) => void
}
/** What may be done, the next thing first, each with its key. */
export const DeedButtons = ({ choices: deeds, label, of = '', isBusy, isNextOurs = true, onAction: onDeed }: Props) => (
  <div className="details-acts" role="group" aria-label={label}>
    {deeds.map((deed, i) => (
      <Button
        key={deed.action}
        size="xs"
        variant={i === 0 && isNextOurs ? 'filled' : 'default'}
        disabled={isBusy}
        aria-keyshortcuts={deed.key}
        rightSection={<kbd>{deed.key.toUpperCase()}</kbd>}
        onClick={() => onDeed(deed)}
      >
        {of === '' ? deed.word : `${deed.word} ${of}`}
      </Button>
    ))}
  </div>
)
