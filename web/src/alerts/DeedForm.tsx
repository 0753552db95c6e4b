import { Button, Select } from '@mantine/core'
import type { Disposition } from '@samudra/contract/alert-workflow'
import { useState } from 'react'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Form } from '../kit/Form.tsx'
import { useSession } from '../wire/session.ts'
import { CommentField } from './CommentField.tsx'
import { asksOf, DISPOSITION_WORDS, dispositionsOf, SHELVE_HOURS, type Deed } from './deeds.ts'
import type { Said } from './use-deeds.ts'

const HOURS = SHELVE_HOURS.map((value) => ({ value, label: value === '1' ? 'an hour' : `${value} hours` }))

type Props = {
  deed: Deed
  refusal: string | null
  isBusy: boolean
  onGo: (said: Said) => void
  onCancel: () => void
}
/** What is to be said before something is done with an alert; Control and Enter do it. */
export function DeedForm({ deed, refusal, isBusy, onGo, onCancel }: Props) {
  const asks = asksOf(deed)
  const users = useSession((state) => state.allUsersList)
  const dispositions = dispositionsOf(deed)
  const [disposition, setDisposition] = useState<Disposition | null>(dispositions[0] ?? null)
  const [hours, setHours] = useState<string | null>('1')
  const [assignee, setAssignee] = useState<string | null>(null)
  const [comment, setComment] = useState('')
  const said = (): Said => ({
    ...(comment.trim() === '' ? {} : { comment }),
    ...(asks.includes('disposition') && disposition !== null ? { disposition } : {}),
    ...(asks.includes('assignee_id') && assignee !== null ? { assignee_id: assignee } : {}),
    ...(asks.includes('until') ? { hours: Number(hours) } : {}),
  })
  return (
    <Form
      className="details-ask"
      aria-label={deed.word}
      onSubmit={(event) => {
        event.preventDefault()
        onGo(said())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.ctrlKey) event.currentTarget.requestSubmit()
        if (event.key === 'Escape') onCancel()
      }}
    >
      {dispositions.length > 0 && (
        <Select
          size="xs"
          label="It was"
          data-autofocus
          autoFocus
          required
          allowDeselect={false}
          data={dispositions.map((value) => ({ value, label: DISPOSITION_WORDS[value] }))}
          value={disposition}
          onChange={(value) => setDisposition(value)}
        />
      )}
      {asks.includes('until') && (
        <Select
          size="xs"
          label="For"
          autoFocus
          required
          allowDeselect={false}
          data={HOURS}
          value={hours}
          onChange={setHours}
        />
      )}
      {asks.includes('assignee_id') && (
        <Select
          size="xs"
          label="To"
          autoFocus
          required
          searchable
          nothingFoundMessage="Nobody found"
          data={users
            .filter(({ status }) => status === 'ACTIVE')
            .map(({ id, username }) => ({ value: id, label: username }))}
          value={assignee}
          onChange={setAssignee}
        />
      )}
      <CommentField
        label={deed.action !== 'COMMENT' && asks.includes('comment') ? 'Why' : 'Comment'}
        hasFocus={asks.length === 1 && asks[0] === 'comment'}
        isRequired={asks.includes('comment')}
        value={comment}
        onChange={setComment}
      />
      {refusal !== null && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      <div className="details-acts">
        <ActionButton
          size="xs"
          type="submit"
          isBusy={isBusy}
          aria-keyshortcuts="Control+Enter"
          rightSection={<kbd aria-hidden>Ctrl ↵</kbd>}
        >
          {deed.word}
        </ActionButton>
        <Button
          size="xs"
          variant="default"
          aria-keyshortcuts="Escape"
          rightSection={<kbd aria-hidden>Esc</kbd>}
          onClick={onCancel}
        >
          Cancel
        </Button>
      </div>
    </Form>
  )
}
