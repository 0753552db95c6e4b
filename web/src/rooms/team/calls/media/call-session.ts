import {
  CALL_BEAT_MS,
  CALL_SIGNAL,
  holdCall,
  type Call,
  type CallSignal,
  type Sending,
} from '@samudra/contract/calls'
import { call as callServer, Refused } from '../../../../wire/call.ts'
import { transport } from '../../../../wire/transport.ts'
import { hasEnded, isInCall, useCalls, type PeerLine } from '../calls.store.ts'
import { prepareServers, readServers, type CallServers } from './call-servers.ts'
import { DeviceFault, openCamera, openMicrophone, openScreen, useDevices } from './devices.ts'
import { LevelMeter } from './level.ts'
import { PeerLink, type SignalBody } from './peer-link.ts'
import { countsOf, qualityBetween, type LineCounts } from './quality.ts'
import { limitsFor } from './send-limits.ts'

const STATS_MS = 2000
const LEVEL_MS = 200
/** Level below which a microphone is silent, and for how long before it is named, milliseconds. */
const SILENT_LEVEL = 0.02
const SILENT_MS = 8000
/** Credentials of the relay are renewed so long before their end, milliseconds. */
const RENEW_MS = 60_000

type Ends = {
  /** The call takes this window no more: it is over, or another window took over. */
  lost: () => void
  /** The call as the server has it. */
  changed: (call: Call) => void
}
type Open = { call: Call; peerId: string; userId: string; ends: Ends }

/** One window's part in one call: its devices, the connections to the others, and its reports to the server. */
export class CallSession {
  readonly roomName: string
  readonly peerId: string
  readonly #userId: string
  readonly #ends: Ends
  readonly #links = new Map<string, { link: PeerLink; userId: string; counts: LineCounts | null }>()
  readonly #timers: ReturnType<typeof setInterval>[] = []
  #call: Call
  /** Number of states of the call that were taken. */
  #updates = 0
  #servers: RTCConfiguration = {}
  #microphone: MediaStreamTrack | null = null
  #camera: MediaStreamTrack | null = null
  #screen: MediaStreamTrack | null = null
  #meter: LevelMeter | null = null
  #audibleAt = performance.now()
  #isThin = false
  #isClosed = false
  #renewAt = 0
  #level = 0
  #earlySignals: CallSignal[] = []
  #isReady = false
  #isSeen = true

  constructor({ call, peerId, userId, ends }: Open) {
    this.#call = call
    this.roomName = call.roomName
    this.peerId = peerId
    this.#userId = userId
    this.#ends = ends
  }

  /** Connects, while the microphone opens, and the camera of a video call. A device that fails is named, and the call goes on without it. */
  async open(withCamera: boolean, microphone: Promise<MediaStreamTrack>): Promise<void> {
    const opening = this.openMicrophone(microphone)
    const servers = await prepareServers()
    if (this.#isClosed) return
    this.#useServers(servers)
    this.#isThin = useDevices.getState().isThin ?? servers.low_bandwidth
    useCalls.setState({ isThin: this.#isThin })
    this.#isReady = true
    this.update(this.#call)
    for (const early of this.#earlySignals.splice(0)) this.signal(early)
    await opening
    if (withCamera && !this.#isThin) await this.setCamera(true)
    if (this.#isClosed) return
    navigator.mediaDevices?.addEventListener('devicechange', this.#devicesChanged)
    this.#timers.push(
      setInterval(() => void this.#report(), CALL_BEAT_MS),
      setInterval(() => void this.#measure(), STATS_MS),
      setInterval(() => this.#listen(), LEVEL_MS),
    )
    void this.#report()
  }

  /** Level of the own microphone, 0 to 1. */
  get level(): number {
    return this.#level
  }

  /** Connects to everyone in the call, and closes the connections to those who left. */
  update(call: Call): void {
    this.#call = call
    this.#updates++
    if (!this.#isReady || this.#isClosed) return
    const others = call.participants.filter(
      (one) => isInCall(one) && one.userId !== this.#userId && one.peer_id !== null,
    )
    const wanted = new Set(others.map((one) => one.peer_id))
    for (const peer of this.#links.keys()) if (!wanted.has(peer)) this.#drop(peer)
    for (const { peer_id: peer, userId } of others) if (!this.#links.has(peer!)) this.#connect(peer!, userId)
    void this.#limit()
  }

  signal(signal: CallSignal): void {
    if (!this.#isReady) {
      this.#earlySignals.push(signal)
      return
    }
    const sender = this.#call.participants.find(({ peer_id }) => peer_id === signal.from)
    if (!this.#links.has(signal.from)) this.#connect(signal.from, sender?.userId ?? '')
    void this.#links.get(signal.from)?.link.receive(signal)
  }

  async openMicrophone(opening = openMicrophone()): Promise<void> {
    try {
      const track = await opening
      if (this.#isClosed) return track.stop()
      this.#microphone?.stop()
      this.#meter?.close()
      this.#microphone = track
      this.#meter = new LevelMeter(track)
      this.#audibleAt = performance.now()
      track.addEventListener('ended', () => {
        if (this.#microphone === track)
          this.#name('Your microphone was disconnected. Connect it again, or choose another one.')
      })
      this.#name(null)
    } catch (error) {
      this.#name((error as Error).message)
    }
    this.setMuted(useCalls.getState().sending.muted)
    await this.#sendTracks()
  }

  setMuted(isMuted: boolean): void {
    this.#send({ muted: isMuted })
    this.applyMute()
  }
  /** Opens or closes the microphone by the mute button and the key to talk. */
  applyMute(): void {
    const { sending, isTalking } = useCalls.getState()
    const isOpen = useDevices.getState().isPushToTalk ? isTalking : !sending.muted
    if (this.#microphone !== null) this.#microphone.enabled = isOpen
    if (isOpen) this.#audibleAt = performance.now()
  }

  async setCamera(isOn: boolean): Promise<void> {
    this.#camera?.stop()
    this.#camera = null
    if (isOn)
      try {
        this.#camera = await openCamera()
        if (this.#isClosed) this.#camera.stop()
        this.#name(null)
      } catch (error) {
        this.#name((error as DeviceFault).message)
      }
    this.#send({ camera: this.#camera !== null })
    await this.#sendTracks()
  }

  async setScreen(isOn: boolean): Promise<void> {
    this.#screen?.stop()
    this.#screen = null
    if (isOn)
      try {
        const track = (this.#screen = await openScreen())
        track?.addEventListener('ended', () => void this.setScreen(false))
      } catch (error) {
        this.#name((error as DeviceFault).message)
      }
    this.#send({ screen: this.#screen !== null })
    await this.#sendTracks()
  }

  async setThin(isThin: boolean): Promise<void> {
    this.#isThin = isThin
    useCalls.setState({ isThin })
    if (isThin && this.#camera !== null) await this.setCamera(false)
    await this.#limit()
  }

  /** Says whether pictures are seen here; the others need not send theirs else. */
  seePictures(isSeen: boolean): void {
    this.#isSeen = isSeen
    for (const { link } of this.#links.values()) link.wantVideo(isSeen)
  }

  restart(): void {
    for (const { link } of this.#links.values()) link.restart()
  }

  close(): void {
    this.#isClosed = true
    for (const timer of this.#timers) clearInterval(timer)
    navigator.mediaDevices?.removeEventListener('devicechange', this.#devicesChanged)
    for (const peer of this.#links.keys()) this.#drop(peer)
    for (const track of [this.#microphone, this.#camera, this.#screen]) track?.stop()
    this.#meter?.close()
  }

  readonly #devicesChanged = () => {
    if (this.#microphone?.readyState !== 'live') void this.openMicrophone()
  }

  #name(fault: string | null) {
    if (!this.#isClosed) useCalls.setState({ fault })
  }
  #send(change: Partial<Sending>) {
    if (this.#isClosed) return
    useCalls.setState(({ sending }) => ({ sending: { ...sending, ...change } }))
    if (this.#isReady) void this.#report()
  }

  #useServers({ ice_servers, is_relay_only, expires_at }: CallServers) {
    const iceServers = ice_servers.map(({ urls, username = '', credential = '' }) => ({
      urls,
      username,
      credential,
    }))
    const iceTransportPolicy = is_relay_only ? 'relay' : 'all'
    this.#servers = { iceServers, iceTransportPolicy, bundlePolicy: 'max-bundle' }
    this.#renewAt = Date.parse(expires_at) - RENEW_MS
  }

  #connect(peer: string, userId: string) {
    const line = (to: Partial<PeerLine>) =>
      useCalls.setState(({ lines }) => {
        const before = lines[peer] ?? { userId, state: 'new' as const, quality: null, stream: null }
        return { lines: { ...lines, [peer]: { ...before, ...to } } }
      })
    const link = new PeerLink({
      servers: this.#servers,
      isPolite: this.peerId < peer,
      tracks: this.#tracks(),
      limits: this.#limits(),
      send: (body: SignalBody) =>
        transport().emit(CALL_SIGNAL, { ...body, roomName: this.roomName, from: this.peerId, to: peer }),
      onStream: (stream) => line({ stream }),
      onState: (state) => line({ state }),
    })
    link.wantVideo(this.#isSeen)
    this.#links.set(peer, { link, userId, counts: null })
    line({})
  }
  #drop(peer: string) {
    this.#links.get(peer)?.link.close()
    this.#links.delete(peer)
    useCalls.setState(({ lines }) => {
      const { [peer]: _, ...others } = lines
      return { lines: others }
    })
  }

  #tracks() {
    return { audio: this.#microphone, video: this.#screen ?? this.#camera }
  }
  async #sendTracks() {
    const tracks = this.#tracks()
    const picture = tracks.video === null ? null : new MediaStream([tracks.video])
    if (!this.#isClosed) useCalls.setState({ picture })
    await Promise.all([...this.#links.values()].map(({ link }) => link.setTracks(tracks)))
  }
  #limits() {
    const limits = limitsFor(this.#links.size + 1, this.#isThin)
    // A screen is read, not watched: sharp and slow.
    return this.#screen === null
      ? limits
      : { ...limits, scaleDown: 1, videoFps: Math.min(10, limits.videoFps) }
  }
  async #limit() {
    const limits = this.#limits()
    await Promise.all([...this.#links.values()].map(({ link }) => link.setLimits(limits)))
  }

  async #report() {
    if (this.#isClosed) return
    const { sending } = useCalls.getState()
    const updates = this.#updates
    try {
      const call = await callServer(holdCall, {
        room_name: this.roomName,
        peer_id: this.peerId,
        sending: { ...sending, muted: this.#microphone?.enabled !== true },
      })
      if (this.#isClosed) return
      // A state that was pushed meanwhile is newer.
      if (updates === this.#updates) this.#ends.changed(call)
      if (hasEnded(call)) this.#ends.lost()
    } catch (error) {
      // Without a connection it is tried again.
      if (error instanceof Refused && error.code === 'NOT_FOUND' && !this.#isClosed) this.#ends.lost()
    }
  }

  async #measure() {
    if (Date.now() > this.#renewAt) await this.#renew()
    for (const [peer, held] of this.#links) {
      const counts = await countsOf(held.link.pc)
      const quality = held.counts === null ? null : qualityBetween(held.counts, counts)
      held.counts = counts
      useCalls.setState(({ lines }) => {
        const line = lines[peer]
        return line === undefined ? {} : { lines: { ...lines, [peer]: { ...line, quality } } }
      })
    }
  }
  async #renew() {
    try {
      this.#useServers(await readServers())
      for (const { link } of this.#links.values()) link.pc.setConfiguration(this.#servers)
    } catch {
      // Tried again with the next measurement.
    }
  }

  #listen() {
    this.#level = this.#meter?.read() ?? 0
    const isOpen = this.#microphone?.enabled === true
    if (!isOpen || this.#level > SILENT_LEVEL) this.#audibleAt = performance.now()
    const isSilent = performance.now() - this.#audibleAt > SILENT_MS
    if (useCalls.getState().isSilent !== isSilent) useCalls.setState({ isSilent })
  }
}
