import { Modal, Select, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PrimaryButton } from '../../../../kit/forms/PrimaryButton.tsx'
import { sessionNow } from '../call-actions.ts'
import { useCalls } from '../calls.store.ts'
import { listDevices, openCamera, openMicrophone, useDevices, type DeviceLists } from '../media/devices.ts'
import { LevelMeter } from '../media/level.ts'
import { focusMore } from './focus-more.ts'
import { OwnPicture } from './PeerTile.tsx'

type Props = { isOpen: boolean; onClose: () => void }

/** Dialog that chooses microphone, camera and speaker, also during a call, and tries them. */
export const DeviceDialog = ({ isOpen, onClose }: Props) => (
  <Modal
    opened={isOpen}
    onClose={onClose}
    onExitTransitionEnd={focusMore}
    title="Microphone, camera, speaker"
    size={440}
    centered
    zIndex={400}
  >
    <DeviceChoice />
  </Modal>
)

const choices = (list: DeviceLists[keyof DeviceLists]) => [
  { value: '', label: 'System default' },
  ...list.map(({ id, label }) => ({ value: id, label })),
]

/** Choice and trial of the devices of calls. */
export function DeviceChoice() {
  const devices = useDevices()
  const { data, refetch } = useQuery({ queryKey: ['call devices'], queryFn: listDevices, staleTime: 0 })
  const lists = data ?? { microphones: [], cameras: [], speakers: [] }
  useEffect(() => {
    const again = () => void refetch()
    navigator.mediaDevices?.addEventListener('devicechange', again)
    return () => navigator.mediaDevices?.removeEventListener('devicechange', again)
  }, [refetch])
  return (
    <div className="call-devices">
      <Select
        label="Microphone"
        data={choices(lists.microphones)}
        value={devices.microphone ?? ''}
        allowDeselect={false}
        comboboxProps={{ zIndex: 500 }}
        onChange={(id) => {
          useDevices.setState({ microphone: id === '' ? null : id })
          void sessionNow()?.openMicrophone()
        }}
      />
      <Select
        label="Camera"
        data={choices(lists.cameras)}
        value={devices.camera ?? ''}
        allowDeselect={false}
        comboboxProps={{ zIndex: 500 }}
        onChange={(id) => {
          useDevices.setState({ camera: id === '' ? null : id })
          if (useCalls.getState().sending.camera) void sessionNow()?.setCamera(true)
        }}
      />
      <Select
        label="Speaker"
        data={choices(lists.speakers)}
        value={devices.speaker ?? ''}
        allowDeselect={false}
        comboboxProps={{ zIndex: 500 }}
        onChange={(id) => useDevices.setState({ speaker: id === '' ? null : id })}
      />
      <Switch
        label="Push to talk: the microphone is open while the space bar is held"
        checked={devices.isPushToTalk}
        onChange={({ currentTarget }) => useDevices.setState({ isPushToTalk: currentTarget.checked })}
      />
      <Switch
        label="Low bandwidth: low-quality voice, no video"
        checked={devices.isThin === true}
        onChange={({ currentTarget }) => {
          useDevices.setState({ isThin: currentTarget.checked })
          void sessionNow()?.setThin(currentTarget.checked)
        }}
      />
      <Trial onNamed={() => void refetch()} />
    </div>
  )
}

type Trying = { meter: LevelMeter; tracks: MediaStreamTrack[]; picture: MediaStream | null }

/** Opens microphone and camera for a look, before a call. */
function Trial({ onNamed }: { onNamed: () => void }) {
  const [trying, setTrying] = useState<Trying | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [level, setLevel] = useState(0)
  useEffect(() => {
    if (trying === null) return undefined
    const timer = setInterval(() => setLevel(trying.meter.read()), 100)
    return () => {
      clearInterval(timer)
      trying.meter.close()
      for (const track of trying.tracks) track.stop()
    }
  }, [trying])
  const begin = async () => {
    try {
      const sound = await openMicrophone()
      const camera = await openCamera().catch(() => null)
      setFault(null)
      onNamed()
      setTrying({
        meter: new LevelMeter(sound),
        tracks: camera === null ? [sound] : [sound, camera],
        picture: camera === null ? null : new MediaStream([camera]),
      })
    } catch (error) {
      setFault((error as Error).message)
    }
  }
  return (
    <div className="call-trial">
      {trying === null ? (
        <PrimaryButton onClick={begin}>Test microphone and camera</PrimaryButton>
      ) : (
        <PrimaryButton onClick={() => setTrying(null)}>End test</PrimaryButton>
      )}
      {fault !== null && <p role="alert">{fault}</p>}
      {trying !== null && (
        <>
          <label>
            Level <meter min={0} max={1} value={level} />
          </label>
          <p className="dim">
            {level > 0.1 ? 'Your microphone works.' : 'Speak: the bar moves with your voice.'}
          </p>
          {trying.picture !== null && <OwnPicture stream={trying.picture} isScreen={false} />}
        </>
      )}
    </div>
  )
}
