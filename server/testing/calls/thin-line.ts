import { createSocket, type Socket } from 'node:dgram'

/** Line of each client to a server: share of packets lost, one-way delay, and rate towards the server. */
export type LineFaults = { lossShare: number; delayMs: number; bitsPerSecond: number }
/** Bytes of IP and UDP that each packet has on the line. */
const HEADERS = 28
/** Time for which packets wait at a full line before further ones are dropped, milliseconds. */
const MOST_WAITING_MS = 1000

/**
 * Passes UDP packets to a port on loopback over a bad line, for machines whose kernel has no `tc netem`. What a client
 * sends is lost, delayed and limited; answers pass as they are, so that each way from client to client is bad once.
 */
export async function startThinLine(to: number, faults: LineFaults) {
  const line = createSocket('udp4')
  const ends = new Map<number, { there: Socket; freeAt: number }>()
  const counts = { passed: 0, lost: 0, dropped: 0, bytes: 0 }
  // The same packets are lost in every run.
  let seed = 42
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
  line.on('message', (packet, { port }) => {
    let end = ends.get(port)
    if (end === undefined) {
      const there = createSocket('udp4')
      there.on('message', (answer) => line.send(answer, port, '127.0.0.1'))
      ends.set(port, (end = { there, freeAt: 0 }))
    }
    if (random() < faults.lossShare) return void counts.lost++
    const now = performance.now()
    const begin = Math.max(now, end.freeAt)
    if (begin - now > MOST_WAITING_MS) return void counts.dropped++
    end.freeAt = begin + ((packet.length + HEADERS) * 8000) / faults.bitsPerSecond
    counts.passed++
    counts.bytes += packet.length + HEADERS
    const { there } = end
    setTimeout(
      () => {
        if (ends.get(port) === end) there.send(packet, to, '127.0.0.1')
      },
      end.freeAt + faults.delayMs - now,
    )
  })
  await new Promise<void>((resolve) => line.bind(0, '127.0.0.1', resolve))
  return {
    port: line.address().port,
    /** Faults of the line, which may change. */
    faults,
    counts,
    /** Gives each client another address towards the server, as a router does after a restart. */
    changeAddresses: () => {
      for (const { there } of ends.values()) there.close()
      ends.clear()
    },
    close: () => {
      line.close()
      for (const { there } of ends.values()) there.close()
    },
  }
}
