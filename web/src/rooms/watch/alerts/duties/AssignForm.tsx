import { Select } from '@mantine/core'
import { assignDuty, DUTY_ROLES, getDuties, type DutyRole } from '@samudra/contract/duties'
import { DUTY_ROLE_LABELS } from '@samudra/contract/labels'
import { useState } from 'react'
import { ActionButton } from '../../../../kit/forms/ActionButton.tsx'
import { Form } from '../../../../kit/forms/Form.tsx'
import { Refused } from '../../../../kit/pages/Refused.tsx'
import { TimeField } from '../../../../kit/forms/TimeField.tsx'
import { wholeMinute } from '../../../../kit/text/time-text.ts'
import { toast } from '../../../../kit/toasts.ts'
import { wallNow } from '../../../../time/server-clock.ts'
import { call } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'
import { faultAt, useAction, useStale } from '../../../../wire/use-answer.ts'

/** Length of a watch unless specified otherwise. */
const WATCH_MS = 8 * 3_600_000
const ROLES = DUTY_ROLES.map((value) => ({ value, label: DUTY_ROLE_LABELS[value] }))

/** Assigns a duty to a user for a time. */
export function AssignForm() {
  const users = useSession((state) => state.allUsersList)
  const [user, setUser] = useState<string | null>(null)
  const [role, setRole] = useState<DutyRole>('WATCH_OFFICER')
  const [from, setFrom] = useState<number | null>(() => wholeMinute(wallNow()))
  const [to, setTo] = useState<number | null>(() => wholeMinute(wallNow()) + WATCH_MS)
  const stale = useStale()
  const { run, isBusy, fault } = useAction(async () => {
    if (user === null || from === null || to === null || Number.isNaN(from) || Number.isNaN(to))
      throw new Error('Choose a user, start and end.')
    const made = await call(assignDuty, {
      user_id: user,
      role,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    })
    toast(`${made.username} is assigned the duty ${DUTY_ROLE_LABELS[role].toLowerCase()}`, 'good')
    setUser(null)
    stale(getDuties)
  })
  return (
    <Form
      className="duties-form"
      aria-label="Assign a duty"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <Select
        size="xs"
        label="User"
        required
        withAsterisk={false}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No users found"
        data={users
          .filter(({ status }) => status === 'ACTIVE')
          .map(({ id, username }) => ({ value: id, label: username }))}
        value={user}
        error={faultAt(fault, 'user_id')}
        onChange={setUser}
      />
      <Select
        size="xs"
        label="As"
        allowDeselect={false}
        data={ROLES}
        value={role}
        onChange={(value) => setRole(DUTY_ROLES.find((one) => one === value)!)}
      />
      <TimeField
        size="xs"
        label="From"
        required
        value={from}
        error={faultAt(fault, 'from')}
        onChange={setFrom}
      />
      <TimeField size="xs" label="To" required value={to} error={faultAt(fault, 'to')} onChange={setTo} />
      <Refused fault={fault} />
      <ActionButton size="xs" type="submit" isBusy={isBusy}>
        Put on duty
      </ActionButton>
    </Form>
  )
}
