import { Modal } from '@mantine/core'
import { IconPhone, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { UsersPicker } from '../../../kit/forms/PeoplePicker.tsx'
import { PrimaryButton } from '../../../kit/forms/PrimaryButton.tsx'
import { useCallWish, type CallWish } from '../../../kit/share/call-wish.store.ts'
import { useSession } from '../../../wire/session.ts'
import { placeCall } from './call-actions.ts'

/** Dialog that asks whom to call, when a call was wished for without people. */
export function ChoosePeople() {
  const wish = useCallWish((state) => (state.wish?.userIds.length === 0 ? state.wish : null))
  const close = () => useCallWish.setState({ wish: null })
  return (
    <Modal
      opened={wish !== null}
      onClose={close}
      title={wish?.subject === undefined ? 'Call' : `Call about ${wish.subject.label}`}
      size={420}
      centered
    >
      {wish !== null && <Choice wish={wish} onClose={close} />}
    </Modal>
  )
}

function Choice({ wish, onClose }: { wish: CallWish; onClose: () => void }) {
  const [userIds, setUserIds] = useState<string[]>([])
  const own = useSession((state) => state.user?.id)
  const others = userIds.filter((id) => id !== own)
  const hint = others.length === 0 ? 'Choose people to call' : ''
  const call = async (kind: CallWish['kind']) => {
    onClose()
    await placeCall({ ...wish, kind, userIds: others })
  }
  return (
    <div className="call-choose">
      <UsersPicker label="People" value={userIds} onChange={setUserIds} />
      <div className="call-choose-actions">
        <PrimaryButton disabled={others.length === 0} title={hint} onClick={() => call('AUDIO')}>
          <IconPhone size={16} aria-hidden /> Audio call
        </PrimaryButton>
        <PrimaryButton disabled={others.length === 0} title={hint} onClick={() => call('VIDEO')}>
          <IconVideo size={16} aria-hidden /> Video call
        </PrimaryButton>
      </div>
    </div>
  )
}
