import type { Call } from '@samudra/contract/calls'
import { Menu } from '@mantine/core'
import {
  IconBolt,
  IconDots,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconVideo,
  IconVideoOff,
  type Icon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../../../wire/session.ts'
import { hangUp, muteOthers, sessionNow } from '../call-actions.ts'
import { useCalls } from '../calls.store.ts'
import { useDevices } from '../media/devices.ts'
import { setTalking } from '../use-talk-key.ts'
import { AddPeople } from './AddPeople.tsx'
import { DeviceDialog } from './DeviceDialog.tsx'
import { OwnLevel } from './OwnLevel.tsx'

/** Buttons of a call: microphone, camera, screen, little data, more, and the way out. */
export function CallTools({ call }: { call: Call }) {
  const sending = useCalls((state) => state.sending)
  const isThin = useCalls((state) => state.isThin)
  const isTalking = useCalls((state) => state.isTalking)
  const isPushToTalk = useDevices((state) => state.isPushToTalk)
  const session = sessionNow()
  const setThin = () => {
    useDevices.setState({ isThin: !isThin })
    void session?.setThin(!isThin)
  }
  return (
    <div className="call-tools" role="toolbar" aria-label="Call">
      {isPushToTalk ? (
        <button
          type="button"
          className="call-tool call-talk"
          aria-pressed={isTalking}
          aria-label="Hold to talk"
          title="Hold to talk, or hold the space bar"
          onPointerDown={() => setTalking(true)}
          onPointerUp={() => setTalking(false)}
          onPointerLeave={() => setTalking(false)}
          onKeyDown={({ key }) => (key === ' ' || key === 'Enter') && setTalking(true)}
          onKeyUp={() => setTalking(false)}
          onBlur={() => setTalking(false)}
        >
          <IconMicrophone size={18} aria-hidden /> Talk
        </button>
      ) : (
        <Tool
          label={sending.muted ? 'Unmute' : 'Mute'}
          isOff={sending.muted}
          Icon={sending.muted ? IconMicrophoneOff : IconMicrophone}
          onClick={() => session?.setMuted(!sending.muted)}
        >
          <OwnLevel />
        </Tool>
      )}
      <Tool
        label={sending.camera ? 'Camera off' : 'Camera on'}
        isOff={!sending.camera}
        Icon={sending.camera ? IconVideo : IconVideoOff}
        onClick={() => void session?.setCamera(!sending.camera)}
      />
      <Tool
        label={sending.screen ? 'Stop sharing' : 'Share a screen'}
        isOn={sending.screen}
        Icon={sending.screen ? IconScreenShareOff : IconScreenShare}
        onClick={() => void session?.setScreen(!sending.screen)}
      />
      <Tool
        label={isThin ? 'Low bandwidth: on' : 'Low bandwidth: off'}
        isOn={isThin}
        Icon={IconBolt}
        onClick={setThin}
      />
      <More call={call} />
      <button
        type="button"
        className="call-decline call-hang-up"
        aria-label={call.state === 'RINGING' ? 'Cancel the call' : 'Leave the call'}
        title={call.state === 'RINGING' ? 'Cancel the call' : 'Leave the call'}
        onClick={() => void hangUp()}
      >
        <IconPhoneOff size={18} aria-hidden />
      </button>
    </div>
  )
}

function More({ call }: { call: Call }) {
  const own = useSession((state) => state.user?.id)
  const isPushToTalk = useDevices((state) => state.isPushToTalk)
  const [shown, setShown] = useState<'PEOPLE' | 'DEVICES' | null>(null)
  const isHost = call.hostId === own
  const close = () => setShown(null)
  return (
    <>
      <Menu position="top-end" shadow="md" width={220} zIndex={400}>
        <Menu.Target>
          <button type="button" className="call-tool" aria-label="More" title="More">
            <IconDots size={18} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setShown('PEOPLE')}>Add people</Menu.Item>
          <Menu.Item onClick={() => setShown('DEVICES')}>Microphone, camera, speaker</Menu.Item>
          <Menu.Item onClick={() => useDevices.setState({ isPushToTalk: !isPushToTalk })}>
            {isPushToTalk ? 'Open microphone' : 'Push to talk'}
          </Menu.Item>
          {isHost && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => void muteOthers(call)}>Mute all others</Menu.Item>
              <Menu.Item onClick={() => void hangUp(true)}>End the call for everyone</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <AddPeople call={call} isOpen={shown === 'PEOPLE'} onClose={close} />
      <DeviceDialog isOpen={shown === 'DEVICES'} onClose={close} />
    </>
  )
}

type ToolProps = {
  label: string
  Icon: Icon
  isOff?: boolean
  isOn?: boolean
  onClick: () => void
  children?: React.ReactNode
}
const Tool = ({ label, Icon, isOff = false, isOn = false, onClick, children }: ToolProps) => (
  <button
    type="button"
    className="call-tool"
    aria-label={label}
    title={label}
    data-off={isOff || undefined}
    data-on={isOn || undefined}
    onClick={onClick}
  >
    <Icon size={18} aria-hidden />
    {children}
  </button>
)
