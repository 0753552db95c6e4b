/** Counters of one connection at one moment. */
export type LineCounts = {
  audioPackets: number
  audioLost: number
  bytesIn: number
  bytesOut: number
  roundTripMs: number | null
  /** Type of the local candidate that is used: host, srflx, prflx or relay. */
  way: string | null
}
/** Quality of a connection over the last seconds. */
export type LineQuality = { lossShare: number; roundTripMs: number | null; way: string | null }

type Stat = Record<string, unknown> & { type: string; id: string }
const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

/** Reads the counters of a connection. */
export async function countsOf(pc: RTCPeerConnection): Promise<LineCounts> {
  const stats = new Map<string, Stat>()
  ;(await pc.getStats()).forEach((one: Stat) => stats.set(one.id, one))
  const counts: LineCounts = {
    audioPackets: 0,
    audioLost: 0,
    bytesIn: 0,
    bytesOut: 0,
    roundTripMs: null,
    way: null,
  }
  for (const one of stats.values()) {
    if (one.type === 'inbound-rtp') counts.bytesIn += numberOf(one['bytesReceived'])
    if (one.type === 'outbound-rtp') counts.bytesOut += numberOf(one['bytesSent'])
    if (one.type === 'inbound-rtp' && one['kind'] === 'audio') {
      counts.audioPackets += numberOf(one['packetsReceived'])
      counts.audioLost += numberOf(one['packetsLost'])
    }
    if (one.type === 'candidate-pair' && one['nominated'] === true && one['state'] === 'succeeded') {
      const time = one['currentRoundTripTime']
      counts.roundTripMs = typeof time === 'number' ? time * 1000 : counts.roundTripMs
      counts.way = (stats.get(String(one['localCandidateId']))?.['candidateType'] as string) ?? counts.way
    }
  }
  return counts
}

/** Returns the quality between two readings; nothing is lost where nothing was sent. */
export function qualityBetween(before: LineCounts, after: LineCounts): LineQuality {
  const received = Math.max(0, after.audioPackets - before.audioPackets)
  const lost = Math.max(0, after.audioLost - before.audioLost)
  return {
    lossShare: received + lost === 0 ? 0 : lost / (received + lost),
    roundTripMs: after.roundTripMs,
    way: after.way,
  }
}

/** Share of lost audio from which a line is named. */
const BAD_LOSS = 0.05
const SLOW_MS = 400

/** Returns the problem of a connection in words; null for a good one. */
export function problemText(name: string, state: string, quality: LineQuality | null): string | null {
  if (state === 'failed') return `No connection to ${name}. Retrying.`
  if (state === 'disconnected') return `The connection to ${name} is interrupted.`
  if (state !== 'connected') return `Connecting to ${name}…`
  if (quality === null) return null
  if (quality.lossShare >= BAD_LOSS)
    return `Connection to ${name}: ${Math.round(quality.lossShare * 100)} % loss`
  if ((quality.roundTripMs ?? 0) >= SLOW_MS)
    return `Connection to ${name}: ${Math.round(quality.roundTripMs! / 100) / 10} s delay`
  return null
}
