import { create } from 'zustand'
import { keepStore } from '../../../../store/saved-stores.ts'

/** Devices of calls that this browser uses; null for the one of the system. */
type Devices = {
  microphone: string | null
  camera: string | null
  speaker: string | null
  /** Little data: no picture, and a small voice. Null until the user chose. */
  isThin: boolean | null
  /** The microphone is open only while a key or a button is pressed. */
  isPushToTalk: boolean
}
export const useDevices = create<Devices>(() => ({
  microphone: null,
  camera: null,
  speaker: null,
  isThin: null,
  isPushToTalk: false,
}))
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
keepStore(useDevices, {
  name: 'call.devices',
  of: 'browser',
  read: (state) => ({ ...state }),
  restore: ({ microphone, camera, speaker, isThin, isPushToTalk }) => ({
    microphone: textOrNull(microphone),
    camera: textOrNull(camera),
    speaker: textOrNull(speaker),
    isThin: typeof isThin === 'boolean' ? isThin : null,
    isPushToTalk: isPushToTalk === true,
  }),
})

const exactly = (id: string | null) => (id === null ? {} : { deviceId: { ideal: id } })
const VIDEO = { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 20, max: 30 } }

/** Opens the microphone. Throws DeviceFault with a sentence. */
export const openMicrophone = (): Promise<MediaStreamTrack> =>
  open('microphone', {
    audio: {
      ...exactly(useDevices.getState().microphone),
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      channelCount: 1,
    },
  })
/** Opens the camera. Throws DeviceFault with a sentence. */
export const openCamera = (): Promise<MediaStreamTrack> =>
  open('camera', { video: { ...exactly(useDevices.getState().camera), ...VIDEO } })

/** Opens a screen or window that the user picks; null when none is picked. Throws DeviceFault. */
export async function openScreen(): Promise<MediaStreamTrack | null> {
  try {
    const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 15 } } })
    return stream.getVideoTracks()[0] ?? null
  } catch (error) {
    if ((error as Error).name === 'NotAllowedError') return null
    throw new DeviceFault('The screen cannot be shared by this browser.')
  }
}

/** A microphone, camera or screen that cannot be opened; its message is shown. */
export class DeviceFault extends Error {}

async function open(
  what: 'microphone' | 'camera',
  wanted: MediaStreamConstraints,
): Promise<MediaStreamTrack> {
  if (navigator.mediaDevices === undefined)
    throw new DeviceFault('Calls need the https address of this centre. Contact an administrator.')
  try {
    const stream = await navigator.mediaDevices.getUserMedia(wanted)
    return stream.getTracks()[0]!
  } catch (error) {
    throw new DeviceFault(faultText(what, (error as Error).name))
  }
}

function faultText(what: 'microphone' | 'camera', name: string): string {
  if (name === 'NotAllowedError')
    return `The browser does not allow the ${what}. Allow it beside the address of this page, then try again.`
  if (name === 'NotFoundError') return `No ${what} was found. Connect one, then try again.`
  if (name === 'NotReadableError')
    return `The ${what} is used by another program. Close that one, then try again.`
  return `The ${what} cannot be opened (${name}).`
}

export type DeviceLists = Record<'microphones' | 'cameras' | 'speakers', { id: string; label: string }[]>
const EMPTY: DeviceLists = { microphones: [], cameras: [], speakers: [] }

/** Returns the devices of this machine; names are known once one was opened. */
export async function listDevices(): Promise<DeviceLists> {
  if (navigator.mediaDevices === undefined) return EMPTY
  const all = await navigator.mediaDevices.enumerateDevices()
  const of = (kind: MediaDeviceKind, word: string) =>
    all
      .filter((one) => one.kind === kind && one.deviceId !== '')
      .map(({ deviceId, label }, i) => ({ id: deviceId, label: label === '' ? `${word} ${i + 1}` : label }))
  return {
    microphones: of('audioinput', 'Microphone'),
    cameras: of('videoinput', 'Camera'),
    speakers: of('audiooutput', 'Speaker'),
  }
}
