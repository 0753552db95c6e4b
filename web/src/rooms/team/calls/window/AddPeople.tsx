import { Modal } from '@mantine/core'
import type { Call } from '@samudra/contract/calls'
import { useState } from 'react'
import { UsersPicker } from '../../../../kit/forms/PeoplePicker.tsx'
import { PrimaryButton } from '../../../../kit/forms/PrimaryButton.tsx'
import { invite } from '../call-actions.ts'
import { focusMore } from './focus-more.ts'
import { isInCall } from '../calls.store.ts'

type Props = { call: Call; isOpen: boolean; onClose: () => void }

/** Dialog that rings further people into a call. */
export function AddPeople({ call, isOpen, onClose }: Props) {
  const [userIds, setUserIds] = useState<string[]>([])
  const there = call.participants.filter((one) => isInCall(one) || one.state === 'RINGING')
  const fresh = userIds.filter((id) => there.every(({ userId }) => userId !== id))
  const close = () => {
    setUserIds([])
    onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={focusMore}
      title="Add people"
      size={420}
      centered
      zIndex={400}
    >
      <div className="call-choose">
        <UsersPicker label="People" value={userIds} onChange={setUserIds} />
        <div className="call-choose-actions">
          <PrimaryButton
            disabled={fresh.length === 0}
            onClick={async () => {
              if (await invite(call, fresh)) close()
            }}
          >
            Call them
          </PrimaryButton>
        </div>
      </div>
    </Modal>
  )
}
