import type { CallSignal } from '@samudra/contract/calls'

/** Parts of a signal without the names of its windows. */
export type SignalBody = Pick<CallSignal, 'description' | 'candidates'>
/** Tracks that this window sends; null where it sends none. */
export type LocalTracks = { audio: MediaStreamTrack | null; video: MediaStreamTrack | null }
/** Limits of what is sent, by the number of people and the line. */
export type SendLimits = { audioBps: number; videoBps: number; videoFps: number; scaleDown: number }

type Options = {
  servers: RTCConfiguration
  /** True for the window that takes its offer back when both offer at once. */
  isPolite: boolean
  tracks: LocalTracks
  limits: SendLimits
  send: (signal: SignalBody) => void
  onStream: (stream: MediaStream) => void
  onState: (state: RTCPeerConnectionState) => void
}

/** Candidates that come within this time after a signal go in the next one, milliseconds. */
const COLLECT_MS = 40
/** A connection that is interrupted for longer is restarted, milliseconds. */
const RESTART_MS = 5000
/** Interval at which a connection that does not come about is tried again, milliseconds. */
const AGAIN_MS = 4000

type Word = { isVideoWanted: boolean }

/**
 * Connection to one other window: audio and video lines that stay while their tracks are exchanged, so that only its
 * beginning and restarts are negotiated ("perfect negotiation" of the WebRTC specification).
 */
export class PeerLink {
  readonly pc: RTCPeerConnection
  readonly #options: Options
  readonly #stream = new MediaStream()
  readonly #words: RTCDataChannel
  #tracks: LocalTracks
  #limits: SendLimits
  #isOffering = false
  #isOfferIgnored = false
  #candidates: RTCIceCandidateInit[] = []
  #early: RTCIceCandidateInit[] = []
  #collecting: ReturnType<typeof setTimeout> | undefined
  #restarting: ReturnType<typeof setTimeout> | undefined
  readonly #again: ReturnType<typeof setInterval>
  #isVideoWanted = true
  #wantsVideo = true
  #receiving: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#tracks = options.tracks
    this.#limits = options.limits
    const pc = (this.pc = new RTCPeerConnection(options.servers))
    this.#words = pc.createDataChannel('words', { negotiated: true, id: 0 })
    this.#words.addEventListener('message', ({ data }: MessageEvent<string>) => this.#hear(data))
    this.#words.addEventListener('open', () => this.#notify())
    pc.addEventListener('negotiationneeded', () => void this.#offer())
    pc.addEventListener('icecandidate', ({ candidate }) => this.#collect(candidate))
    pc.addEventListener('track', ({ track }) => {
      this.#stream.addTrack(track)
      options.onStream(this.#stream)
    })
    pc.addEventListener('connectionstatechange', () => this.#follow())
    this.#again = setInterval(() => this.#tryAgain(), AGAIN_MS)
    if (!options.isPolite) {
      pc.addTransceiver('audio', { direction: 'sendrecv' })
      pc.addTransceiver('video', { direction: 'sendrecv' })
      void this.#sendTracks()
    }
  }

  /** Exchanges what is sent, without a new negotiation. */
  async setTracks(tracks: LocalTracks): Promise<void> {
    this.#tracks = tracks
    await this.#sendTracks()
  }
  async setLimits(limits: SendLimits): Promise<void> {
    this.#limits = limits
    await this.#limitAll()
  }
  /** Says whether the picture of the other is seen here; it is not sent otherwise. */
  wantVideo(wantsVideo: boolean): void {
    if (this.#wantsVideo === wantsVideo) return
    this.#wantsVideo = wantsVideo
    this.#notify()
  }
  /** Finds a way again, as after a change of the network. */
  restart(): void {
    if (this.pc.signalingState !== 'closed') this.pc.restartIce()
  }

  /** Takes a signal of the other window, one after the other. */
  receive(signal: SignalBody): Promise<void> {
    this.#receiving = this.#receiving.then(() => this.#take(signal)).catch(() => undefined)
    return this.#receiving
  }

  close(): void {
    clearInterval(this.#again)
    clearTimeout(this.#collecting)
    clearTimeout(this.#restarting)
    this.pc.close()
  }

  async #take({ description, candidates = [] }: SignalBody) {
    const { pc } = this
    if (description !== undefined) {
      const isCollision = description.type === 'offer' && (this.#isOffering || pc.signalingState !== 'stable')
      this.#isOfferIgnored = !this.#options.isPolite && isCollision
      if (this.#isOfferIgnored) return
      await pc.setRemoteDescription(description as RTCSessionDescriptionInit)
      for (const early of this.#early.splice(0)) await this.#add(early)
      if (description.type === 'offer') {
        await this.#sendTracks()
        await pc.setLocalDescription(thin(await pc.createAnswer()))
        this.#describe()
      }
      await this.#limitAll()
    }
    for (const candidate of candidates as RTCIceCandidateInit[]) await this.#add(candidate)
  }

  async #add(candidate: RTCIceCandidateInit) {
    if (this.pc.remoteDescription === null) return void this.#early.push(candidate)
    try {
      await this.pc.addIceCandidate(candidate)
    } catch (error) {
      if (!this.#isOfferIgnored) throw error
    }
  }

  async #offer() {
    // The other one begins: one offer and one answer connect.
    if (this.#options.isPolite && this.pc.remoteDescription === null) return
    try {
      this.#isOffering = true
      const offer = await this.pc.createOffer()
      if (this.pc.signalingState !== 'stable') return
      await this.pc.setLocalDescription(thin(offer))
      this.#describe()
    } catch {
      // Closed meanwhile, or tried again by the interval.
    } finally {
      this.#isOffering = false
    }
  }

  #describe() {
    const { localDescription } = this.pc
    if (localDescription === null) return
    const { type, sdp } = localDescription
    this.#options.send({ description: { type, sdp } })
  }

  #collect(candidate: RTCIceCandidate | null) {
    if (candidate === null || candidate.candidate === '') return
    this.#candidates.push(candidate.toJSON())
    if (this.#collecting !== undefined) return
    this.#sendCandidates()
    this.#collecting = setTimeout(() => {
      this.#collecting = undefined
      this.#sendCandidates()
    }, COLLECT_MS)
  }
  #sendCandidates() {
    if (this.#candidates.length > 0)
      this.#options.send({ candidates: this.#candidates.splice(0) as SignalBody['candidates'] })
  }

  async #sendTracks() {
    for (const line of this.pc.getTransceivers()) {
      if (this.pc.signalingState === 'closed') return
      const track = line.receiver.track.kind === 'audio' ? this.#tracks.audio : this.#tracks.video
      if (line.direction !== 'sendrecv') line.direction = 'sendrecv'
      if (line.sender.track !== track) await line.sender.replaceTrack(track).catch(() => undefined)
    }
    await this.#limitAll()
  }

  async #limitAll() {
    const { audioBps, videoBps, videoFps, scaleDown } = this.#limits
    if (this.pc.signalingState === 'closed') return
    for (const { sender, receiver } of this.pc.getTransceivers()) {
      const parameters = sender.getParameters()
      const [encoding] = parameters.encodings ?? []
      if (encoding === undefined) continue
      if (receiver.track.kind === 'audio') encoding.maxBitrate = audioBps
      else
        Object.assign(encoding, {
          maxBitrate: videoBps,
          maxFramerate: videoFps,
          scaleResolutionDownBy: scaleDown,
          active: this.#isVideoWanted,
        })
      await sender.setParameters(parameters).catch(() => undefined)
    }
  }

  #notify() {
    if (this.#words.readyState !== 'open') return
    this.#words.send(JSON.stringify({ isVideoWanted: this.#wantsVideo } satisfies Word))
  }
  #hear(text: string) {
    if (typeof text !== 'string' || text.length > 200) return
    try {
      const word = JSON.parse(text) as Partial<Word> | null
      if (typeof word?.isVideoWanted !== 'boolean') return
      this.#isVideoWanted = word.isVideoWanted
      void this.#limitAll()
    } catch {
      // Not a word of ours.
    }
  }

  #follow() {
    const { connectionState } = this.pc
    this.#options.onState(connectionState)
    clearTimeout(this.#restarting)
    if (connectionState === 'failed') this.restart()
    if (connectionState === 'disconnected') this.#restarting = setTimeout(() => this.restart(), RESTART_MS)
  }

  /** An offer that was lost is sent again; a way that does not come about is looked for again. */
  #tryAgain() {
    const { connectionState, signalingState } = this.pc
    if (connectionState === 'connected' || signalingState === 'closed') return
    if (signalingState === 'have-local-offer') this.#describe()
    else if (connectionState !== 'connecting' && !this.#options.isPolite) this.restart()
  }
}

/** Makes Opus send nothing while nobody speaks, and repeat what a bad line loses (RFC 7587). */
function thin(description: RTCSessionDescriptionInit): RTCSessionDescriptionInit {
  const { sdp = '' } = description
  const opus = /a=rtpmap:(\d+) opus\/48000/i.exec(sdp)?.[1]
  if (opus === undefined) return description
  const line = new RegExp(`(a=fmtp:${opus} )([^\\r\\n]*)`)
  const thinned = sdp.replace(line, (_, head: string, rest: string) => {
    const others = rest.split(';').filter((one) => !/^\s*(usedtx|useinbandfec|stereo)=/.test(one))
    return `${head}${[...others, 'useinbandfec=1', 'usedtx=1', 'stereo=0'].join(';')}`
  })
  return { ...description, sdp: thinned }
}
