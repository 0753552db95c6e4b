import {
  callEndedNotification,
  callRejectNotification,
  getOpenCalls,
  startCall,
} from '@samudra/contract/calls'
import { addUser, changePassword } from '@samudra/contract/identity'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import { screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, gone, showPart } from '../../../../testing/a-screen.tsx'
import { useToasts, type Toast } from '../../../kit/toasts.ts'
import { useSession } from '../../../wire/session.ts'
import { acceptCall, hangUp, placeCall, readOpenCalls, takeCall, takeSignal } from './call-actions.ts'
import { useCalls } from './calls.store.ts'
import { CallsBackground } from './CallsBackground.tsx'

const centre = centreOfFile()
const PEER = '0123456789abcdef'
let ben: Call
let benId: string
beforeAll(async () => {
  const administrator = await callerOf(centre.base)
  const { user, temporary_password: old_password } = await administrator(addUser, {
    username: 'ben.rao',
    role: '2',
    sources: ['*'],
    zone_access: ['*'],
  })
  benId = user.id
  ben = await callerOf(centre.base, 'ben.rao', old_password)
  await ben(changePassword, { old_password, new_password: 'Sagar-2-Mala-Watch' })
})

test('a video call begins with low bandwidth and no camera where that is the default, until the user wants more', async () => {
  const administrator = await callerOf(centre.base)
  const { version } = await administrator(getAdminSettings, {})
  const changes = { 'calls.low_bandwidth_default': true }
  await administrator(updateAdminSettings, { changes, expected_version: version })
  const user = showPart(<CallsBackground />)
  await placeCall({ kind: 'VIDEO', userIds: [benId] })
  await user.click(await screen.findByRole('button', { name: 'Low bandwidth: on' }))
  screen.getByRole('button', { name: 'Camera on' })
  await screen.findByRole('button', { name: 'Low bandwidth: off' })
  await hangUp()
  // The choice of the user stands against the default.
  await placeCall({ kind: 'AUDIO', userIds: [benId] })
  await screen.findByRole('button', { name: 'Low bandwidth: off' })
  await hangUp()
  await gone(() => screen.queryByRole('region'))
})

test('a declined and a cancelled call are named for 30 seconds, each by its own message', async () => {
  const toasts = new Map<string, Pick<Toast, 'ms' | 'sort'>>()
  const end = useToasts.subscribe(({ waiting }) => {
    for (const { text, ms, sort } of waiting) toasts.set(text, { ms, sort })
  })
  showPart(<CallsBackground />)
  await placeCall({ kind: 'AUDIO', userIds: [benId] })
  await screen.findByRole('region', { name: 'Call with ben.rao' })
  const own = useSession.getState().user!.id
  const [call] = (await ben(getOpenCalls, {})).items
  await ben(callRejectNotification, { room_name: call!.roomName, caller_id: own, reason: 'DECLINED' })
  await expect.poll(() => toasts.get('Call Declined by the User ben.rao')?.ms).toBe(30_000)
  await gone(() => screen.queryByRole('region', { name: 'Call with ben.rao' }))

  const { roomName } = await ben(startCall, { kind: 'VIDEO', user_ids: [own], peer_id: PEER })
  await screen.findByRole('alertdialog', { name: 'Video call from ben.rao' })
  await ben(callEndedNotification, { room_name: roomName, user_ids: [], cause: 'HOST_CANCEL' })
  await expect.poll(() => toasts.get('Call Cancelled by the Host')?.ms).toBe(30_000)
  await gone(() => screen.queryByRole('alertdialog'))
  // The next call to the same person leaves this message its time.
  expect(toasts.get('Call Declined by the User ben.rao')?.sort?.key).toContain(call!.roomName)
  end()
})

/** Connection without media, which notes the descriptions that it takes. */
class Connection extends EventTarget {
  static readonly taken: string[] = []
  connectionState = 'new'
  signalingState = 'stable'
  remoteDescription: unknown = null
  createDataChannel = () => Object.assign(new EventTarget(), { readyState: 'connecting' })
  addTransceiver = () => undefined
  getTransceivers = () => []
  getStats = () => Promise.resolve(new Map())
  createAnswer = () => Promise.resolve({ type: 'answer', sdp: '' })
  setLocalDescription = () => Promise.resolve()
  setRemoteDescription = ({ sdp }: { sdp: string }) => Promise.resolve(void Connection.taken.push(sdp))
  close = () => (this.signalingState = 'closed')
}

function withoutMedia() {
  vi.stubGlobal('RTCPeerConnection', Connection)
  vi.stubGlobal('MediaStream', EventTarget)
}

test('an offer that comes before the answer to accepting is taken', async () => {
  withoutMedia()
  const random = crypto.getRandomValues.bind(crypto)
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) =>
    bytes.byteLength === 8 ? ((bytes as unknown as Uint8Array).fill(0xab) as never) : random(bytes as never),
  )
  showPart(<CallsBackground />)
  const own = useSession.getState().user!.id
  const call = await ben(startCall, { kind: 'AUDIO', user_ids: [own], peer_id: PEER })
  await screen.findByRole('alertdialog', { name: 'Audio call from ben.rao' })
  const accepting = acceptCall(call)
  const offer = { type: 'offer' as const, sdp: 'early' }
  takeSignal({ roomName: call.roomName, from: PEER, to: 'ab'.repeat(8), description: offer })
  expect(await accepting).toBe(true)
  await expect.poll(() => Connection.taken).toEqual(['early'])
  await hangUp()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a state from before joining, and an answer that is late, leave the call open', async () => {
  withoutMedia()
  showPart(<CallsBackground />)
  const own = useSession.getState().user!.id
  const call = await ben(startCall, { kind: 'AUDIO', user_ids: [own], peer_id: PEER })
  await screen.findByRole('alertdialog', { name: 'Audio call from ben.rao' })
  const reading = readOpenCalls()
  expect(await acceptCall(call)).toBe(true)
  await reading
  takeCall((await ben(getOpenCalls, {})).items[0]!)
  takeCall(call)
  expect(useCalls.getState().current).toBe(call.roomName)
  expect((await ben(getOpenCalls, {})).items[0]!.version).toBeGreaterThan(call.version)
  await hangUp()
  await gone(() => screen.queryByRole('region'))
  vi.unstubAllGlobals()
})
