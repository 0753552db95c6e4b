import { Button, Drawer } from '@mantine/core'
import { addUser, getUsers } from '@samudra/contract/identity'
import { useState, type FormEvent } from 'react'
import { Form } from '../../../../kit/forms/Form.tsx'
import { useDraft } from '../../../../kit/forms/form-draft.ts'
import { call } from '../../../../wire/call.ts'
import { useAction, useStale } from '../../../../wire/use-answer.ts'
import { FormError } from '../login/LoginError.tsx'
import { EMPTY_RIGHTS, RightsFields, rightsOf, type RightsDraft } from './RightsFields.tsx'
import { TemporaryPassword } from './TemporaryPassword.tsx'

/** Adds a user; the first password is generated here and shown once. */
export function AddUser({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const stale = useStale()
  const { draft, change, clear } = useDraft<RightsDraft>('add-user', EMPTY_RIGHTS)
  const [made, setMade] = useState<{ username: string; password: string } | null>(null)
  const { run, isBusy, fault } = useAction(async () => {
    const added = await call(addUser, { username: draft.username.trim(), ...rightsOf(draft) })
    setMade({ username: added.user.username, password: added.temporary_password })
    clear(EMPTY_RIGHTS)
    stale(getUsers)
  })
  const close = () => {
    setMade(null)
    onClose()
  }
  return (
    <Drawer opened={isOpen} onClose={close} position="right" size={440} title="Add user">
      {made === null ? (
        <Form
          className="login-form"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void run()
          }}
        >
          <RightsFields draft={draft} fault={fault} onChange={change} />
          <FormError fault={fault} />
          <div className="account-buttons">
            <Button type="submit" loading={isBusy}>
              Add
            </Button>
            <Button
              variant="default"
              onClick={() => {
                clear(EMPTY_RIGHTS)
                close()
              }}
            >
              Cancel
            </Button>
          </div>
        </Form>
      ) : (
        <TemporaryPassword {...made} onDone={close} />
      )}
    </Drawer>
  )
}
