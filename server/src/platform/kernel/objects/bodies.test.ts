import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Bodies, endUntakenAnswers, hurryBodies } from './bodies.ts'

let server: http.Server
let letThemBe: () => void
let handle: http.RequestListener
beforeAll(async () => {
  server = http.createServer((request, answer) => handle(request, answer))
  letThemBe = hurryBodies(server, { graceMs: 200, leastBytesASecond: 1000, lingerMs: 100, lookMs: 20 })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  letThemBe()
  server.close()
})

/** A request whose body stops after a few bytes, or trickles on; what is answered until the server hangs up. */
async function unfinished(trickles = false): Promise<string> {
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: sea\r\nContent-Length: 1000000000\r\n\r\n12345')
  const trickle = setInterval(() => trickles && socket.write('.'.repeat(200)), 10)
  let output = ''
  socket.on('error', () => undefined)
  socket.on('data', (part) => (output += String(part)))
  await once(socket, 'close')
  clearInterval(trickle)
  return output
}

test('a body that stalls is ended for every reader', async () => {
  handle = (request) => void request.resume()
  expect(await unfinished()).toMatch(/^HTTP\/1\.1 408 /)
})

test('a client answered before the end of its body is disconnected soon, and reads the answer', async () => {
  handle = (_request, answer) => void answer.writeHead(404).end('no such page')
  for (const trickles of [false, true]) {
    const words = await unfinished(trickles)
    expect(words).toMatch(/^HTTP\/1\.1 404 /)
    expect(words).toContain('no such page')
  }
})

test('the connection continues after a body that was refused midway', async () => {
  const readFirst = async (request: http.IncomingMessage) => {
    for await (const part of request.iterator({ destroyOnReturn: false })) return (part as Buffer).length > 0
    return false
  }
  handle = (request, answer) =>
    void readFirst(request).then((hasBody) => answer.end(hasBody ? 'refused' : 'no body'))
  const { port } = server.address() as net.AddressInfo
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (body: Uint8Array) =>
    new Promise<string>((resolve, reject) => {
      const request = http.request({ port, host: '127.0.0.1', method: 'POST', agent }, (answer) => {
        let output = ''
        answer.on('data', (part) => (output += String(part))).on('end', () => resolve(output))
      })
      request.on('error', reject)
      request.end(body)
    })
  expect(await ask(new Uint8Array(3_000_000))).toBe('refused')
  expect(await ask(new Uint8Array())).toBe('no body')
  agent.destroy()
})

test('a slow server disconnects no client', async () => {
  let arrived: (request: http.IncomingMessage) => void = () => undefined
  const waiting = new Promise<http.IncomingMessage>((resolve) => (arrived = resolve))
  let answer: http.ServerResponse | undefined
  handle = (request, of) => {
    answer = of
    arrived(request)
  }
  const { port } = server.address() as net.AddressInfo
  const answered = fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: new Uint8Array(3_000_000) })
  const unread = await waiting
  // Another one who is slow himself comes later and is let go meanwhile.
  handle = (request) => void request.resume()
  await unfinished()
  let length = 0
  for await (const part of unread) length += (part as Buffer).length
  answer!.end(String(length))
  expect(await (await answered).text()).toBe('3000000')
})

test('bodies in memory are bounded per sender and in total, and released when done', async () => {
  const bodies = new Bodies()
  const of = (length: number) => [new Uint8Array(length)]
  const read = async (sender: { address: string } | { userId: string }, length: number) => {
    const body = bodies.whole(from(of(length)), sender, 0)
    try {
      for await (const part of body.parts) void part
    } catch (error) {
      body.release()
      throw error
    }
    return body
  }
  const near = { address: '10.0.0.1' }
  await expect(read(near, 65_537)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  const held = []
  for (let n = 0; n < 16; n++) held.push(await read(near, 65_536))
  await expect(read(near, 1)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  // Others are not held up, until all together hold too much.
  for (let n = 0; n < 240; n++) held.push(await read({ address: `10.0.1.${n}` }, 65_536))
  await expect(read({ address: '10.0.2.1' }, 65_536)).rejects.toMatchObject({ code: 'RATE_LIMIT' })
  await read({ userId: 'asha' }, 8_000_000)
  for (const body of held) body.release()
  await read(near, 65_536)
})

test('a user uploads four files at once, the next when one has arrived', () => {
  const bodies = new Bodies()
  const open = () => bodies.upload(from([]), 'asha')
  const under = [open(), open(), open(), open()]
  expect(open).toThrow(/Several uploads/)
  expect(() => bodies.upload(from([]), 'ravi')).not.toThrow()
  under[0]!.release()
  expect(open).not.toThrow()
})

async function* from(parts: Uint8Array[]) {
  yield* parts
}

test('an answer that no client reads is ended; one still waiting for its data is not', async () => {
  const other = http.createServer((request, answer) => {
    answer.writeHead(200)
    if (request.url === '/large') answer.write(Buffer.alloc(32 * 1024 * 1024))
    else setTimeout(() => answer.end('at last'), 600)
  })
  const letGo = endUntakenAnswers(other, { patienceMs: 100, lookMs: 10 })
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as net.AddressInfo
  const late = fetch(`http://127.0.0.1:${port}/late`).then((answer) => answer.text())
  const holder = net.connect(port, '127.0.0.1')
  holder.on('error', () => undefined).pause()
  const [connection] = (await once(other, 'connection', { signal: AbortSignal.timeout(30_000) })) as [
    net.Socket,
  ]
  holder.write('GET /large HTTP/1.1\r\nHost: sea\r\n\r\n')
  await once(connection, 'close')
  expect(connection.bytesRead).toBeGreaterThan(0)
  expect(await late).toBe('at last')
  holder.destroy()
  letGo()
  other.close()
})
