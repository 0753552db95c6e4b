/** The readers of chat.ts and forum.ts, in a process of their own: sockets of the chat, of screens, or of a bare Socket.IO room. */
import { WebSocket } from 'ws'

export type SocketOrder =
  | { what: 'connect'; url: string; tokens: (string | null)[] }
  | { what: 'begin' }
  | { what: 'report' }
  | { what: 'close' }
export type SocketReport = { received: number; lastAt: number; latencies: number[]; open: number }

const MOST_SAMPLES = 4_000_000
const latencies = new Float32Array(MOST_SAMPLES)
let [received, lastAt] = [0, 0]
let sockets: WebSocket[] = []
/** Time of sending in the text of a post. */
const MARK = 'sent-at-'
const now = () => performance.timeOrigin + performance.now()

function take(bytes: Buffer) {
  const at = bytes.indexOf(MARK)
  if (at < 0) return
  const sentAt = Number(bytes.toString('latin1', at + MARK.length, at + MARK.length + 17))
  lastAt = now()
  if (received < MOST_SAMPLES) latencies[received] = lastAt - sentAt
  received++
}

async function connect(url: string, tokens: readonly (string | null)[]) {
  sockets = []
  for (let i = 0; i < tokens.length; i += 25)
    await Promise.all(tokens.slice(i, i + 25).map((token) => connectOne(url, token)))
}

const connectOne = (url: string, token: string | null) =>
  new Promise<void>((resolve, reject) => {
    const isEngine = url.includes('EIO=')
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      headers: isEngine ? {} : { authorization: `Bearer ${token}` },
    })
    sockets.push(socket)
    socket.once('error', reject)
    socket.on('message', (data: Buffer) => {
      // Engine.IO: 0 opens, 2 pings, 40 is the namespace.
      if (isEngine && data[0] === 0x30)
        return socket.send(token === null ? '40' : `40${JSON.stringify({ token })}`)
      if (isEngine && data.length === 1 && data[0] === 0x32) return socket.send('3')
      take(data)
      if (isEngine ? data.toString('latin1', 0, 2) === '40' : data.includes('"hello"')) resolve()
    })
  })

process.on('message', (order: SocketOrder) => {
  void (async () => {
    if (order.what === 'connect') await connect(order.url, order.tokens)
    if (order.what === 'begin') [received, lastAt] = [0, 0]
    if (order.what === 'close') for (const socket of sockets.splice(0)) socket.terminate()
    process.send?.({
      received,
      lastAt,
      open: sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length,
      latencies:
        order.what === 'report' ? Array.from(latencies.subarray(0, Math.min(received, MOST_SAMPLES))) : [],
    } satisfies SocketReport)
  })()
})
