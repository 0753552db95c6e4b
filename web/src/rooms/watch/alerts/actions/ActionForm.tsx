import { OUTCOME_LABELS } from '@samudra/contract/labels'
import { Button, Checkbox, Select } from '@mantine/core'
import type { Disposition } from '@samudra/contract/alert-workflow'
import { useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'
import { MentionField } from '../../../../kit/forms/MentionField.tsx'
import { useSession } from '../../../../wire/session.ts'
import { useDesk } from '../desk/desk.store.ts'
import { requirementsOf, dispositionsOf, SHELVE_HOURS, type ActionChoice } from './action-choices.ts'
import type { ActionValues } from './use-alert-actions.ts'

const HOURS = SHELVE_HOURS.map((value) => ({ value, label: value === '1' ? 'an hour' : `${value} hours` }))

type Props = {
  choice: ActionChoice
  refusal: string | null
  isBusy: boolean
  onGo: (values: ActionValues) => void
  onCancel: () => void
  /** Values to begin with; empty where left out. */
  before?: ActionValues | undefined
  /** True if the form then offers to open the next alert. */
  hasNext?: boolean
}
/** Shows the input an alert action needs; Control and Enter run it. */
export function ActionForm({ choice, refusal, isBusy, onGo, onCancel, before = {}, hasNext = false }: Props) {
  const queries = requirementsOf(choice)
  const users = useSession((state) => state.allUsersList)
  const dispositions = dispositionsOf(choice)
  const [disposition, setDisposition] = useState<Disposition | null>(before.disposition ?? null)
  const [hours, setHours] = useState<string | null>(String(before.hours ?? 1))
  const [assignee, setAssignee] = useState(before.assignee_id ?? null)
  const [comment, setComment] = useState(before.comment ?? '')
  const opensNext = useDesk((desk) => desk.opensNext)
  const assigneeInput = useRef<HTMLInputElement>(null)
  // A name that is typed is not chosen yet.
  useEffect(
    () => assigneeInput.current?.setCustomValidity(assignee === null ? 'Choose a value.' : ''),
    [assignee],
  )
  const values = (): ActionValues => ({
    ...(comment.trim() === '' ? {} : { comment }),
    ...(queries.includes('disposition') && disposition !== null ? { disposition } : {}),
    ...(queries.includes('assignee_id') && assignee !== null ? { assignee_id: assignee } : {}),
    ...(queries.includes('until') ? { hours: Number(hours) } : {}),
  })
  return (
    <Form
      className="details-ask"
      aria-label={choice.word}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onGo(values())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      {dispositions.length > 0 && (
        <Select
          size="xs"
          label="Outcome"
          data-autofocus
          autoFocus
          required
          allowDeselect={false}
          data={dispositions.map((value) => ({ value, label: OUTCOME_LABELS[value] }))}
          value={disposition}
          onChange={(value) => setDisposition(value)}
        />
      )}
      {queries.includes('until') && (
        <Select
          size="xs"
          label="For"
          required
          allowDeselect={false}
          data={HOURS}
          value={hours}
          onChange={setHours}
        />
      )}
      {queries.includes('assignee_id') && (
        <Select
          size="xs"
          label="To"
          ref={assigneeInput}
          autoFocus
          selectFirstOptionOnChange
          required
          searchable
          nothingFoundMessage="No users found"
          data={users
            .filter(({ status }) => status === 'ACTIVE')
            .map(({ id, username }) => ({ value: id, label: username }))}
          value={assignee}
          onChange={setAssignee}
        />
      )}
      <MentionField
        label={choice.action !== 'COMMENT' && queries.includes('comment') ? 'Reason' : 'Comment'}
        hasFocus={queries.includes('comment') && dispositions.length === 0}
        isRequired={queries.includes('comment')}
        value={comment}
        onChange={setComment}
      />
      {hasNext && (
        <Checkbox
          size="xs"
          label="Open the next alert afterwards"
          checked={opensNext}
          onChange={({ currentTarget }) => useDesk.setState({ opensNext: currentTarget.checked })}
        />
      )}
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
          {choice.word}
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
