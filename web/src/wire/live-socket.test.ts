import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AIS_DELTA } from '@samudra/contract/socket'
import { Server, type Socket } from 'socket.io'
import { io } from 'socket.io-client'
import { afterEach, expect, test } from 'vitest'
import { LiveSocket } from './live-socket.ts'
import { Position } from './position.ts'
import type { FromWire } from './wire-words.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Returns a server that pushes to the connecting `peers`; it calls `admit` for each. */
async function aServer(peers: Socket[], admit: () => Promise<void>, port = 0) {
  const http = createServer()
  const server = new Server(http)
  server.use((_socket, next) => void admit().then(() => next(), next))
  server.on('connection', (peer) => peers.push(peer))
  closers.push(() => server.close())
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  return { server, port: (http.address() as AddressInfo).port }
}

/** A page's socket to such a server. */
async function aSocket(admit: () => Promise<void> = async () => undefined) {
  const peers: Socket[] = []
  const { server, port } = await aServer(peers, admit)
  const client = io(`http://127.0.0.1:${port}`, {
    transports: ['websocket'],
    reconnectionAttempts: 2,
    reconnectionDelay: 50,
  })
  const text: string[] = []
  const post = (message: FromWire) => {
    if (message.say === 'link') text.push(message.link)
  }
  const live = new LiveSocket(
    client,
    { username: 'asha', email: '', id: '1' },
    new Map(),
    post,
    new Position(0),
  )
  closers.push(() => live.close())
  await expect.poll(() => text).toEqual(['live'])
  expect(peers).toHaveLength(1)
  const startAgain = () => aServer(peers, admit, port)
  return { live, peers, text, client, server, startAgain }
}

/** Returns the picture's worker, with the messages it received and its way to acknowledge. */
function aPicture() {
  const { port1, port2 } = new MessageChannel()
  const heard: string[] = []
  port1.addEventListener('message', ({ data }: MessageEvent<{ say: string }>) => heard.push(data.say))
  port1.start()
  closers.push(() => port1.close())
  return { port: port2, heard, thank: () => port1.postMessage({ say: 'applied' }) }
}

function aFrame(peer: Socket) {
  const frame = { isApplied: false }
  peer.emit(AIS_DELTA, new Uint8Array([1]), () => (frame.isApplied = true))
  return frame
}

test('a frame is acknowledged when the picture has applied it, not before', async () => {
  const { live, peers } = await aSocket()
  const picture = aPicture()
  live.show(picture.port)
  const frame = aFrame(peers[0]!)
  await expect.poll(() => picture.heard).toEqual(['connected', 'frame'])
  expect(frame.isApplied).toBe(false)
  picture.thank()
  await expect.poll(() => frame.isApplied).toBe(true)
})

test('a picture left with frames under way does not delay the frames of the next', async () => {
  const { live, peers } = await aSocket()
  const left = aPicture()
  live.show(left.port)
  const lost = [aFrame(peers[0]!), aFrame(peers[0]!)]
  await expect.poll(() => left.heard).toEqual(['connected', 'frame', 'frame'])
  live.show(null)
  await expect.poll(() => lost.map(({ isApplied }) => isApplied)).toEqual([true, true])
  const next = aPicture()
  live.show(next.port)
  const frame = aFrame(peers[0]!)
  await expect.poll(() => next.heard).toEqual(['connected', 'frame'])
  // Later acknowledgements of the old worker do not concern this frame.
  left.thank()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(frame.isApplied).toBe(false)
  next.thank()
  await expect.poll(() => frame.isApplied).toBe(true)
})

test('a connection the server ended is opened again by itself', async () => {
  const { peers, text } = await aSocket()
  peers[0]!.disconnect(true)
  await expect.poll(() => text, { timeout: 5000 }).toEqual(['live', 'lost', 'live'])
  expect(peers).toHaveLength(2)
})

test('a connection being opened is not requested twice', async () => {
  let [isSlow, query] = [false, 0]
  const admit = async () => {
    query++
    if (isSlow) await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const { live, peers, text } = await aSocket(admit)
  isSlow = true
  peers[0]!.disconnect(true)
  await expect.poll(() => query, { timeout: 5000 }).toBe(2)
  live.again()
  await expect.poll(() => text).toEqual(['live', 'lost', 'live'])
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect([query, peers.length]).toEqual([2, 2])
})

test('a refused connection is requested again', async () => {
  let isRefused = false
  const admit = async () => {
    if (isRefused) throw new Error('TRY_AGAIN')
  }
  const { live, peers, text } = await aSocket(admit)
  isRefused = true
  peers[0]!.disconnect(true)
  await expect.poll(() => text, { timeout: 5000 }).toEqual(['live', 'lost', 'lost'])
  isRefused = false
  // A new token is at hand.
  live.again()
  await expect.poll(() => text).toEqual(['live', 'lost', 'lost', 'live'])
})

test('a server that is away longer than the library tries is found again', async () => {
  const { peers, text, client, server, startAgain } = await aSocket()
  const gaveUp = new Promise<void>((resolve) => client.io.once('reconnect_failed', resolve))
  await server.close()
  await gaveUp
  await startAgain()
  await expect.poll(() => text.at(-1), { timeout: 9000 }).toBe('live')
  expect(peers).toHaveLength(2)
})

test('a socket that was closed stays closed', async () => {
  const { live, peers } = await aSocket()
  peers[0]!.disconnect(true)
  live.close()
  await new Promise((resolve) => setTimeout(resolve, 1300))
  expect(peers).toHaveLength(1)
})
