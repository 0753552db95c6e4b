// Rooms: kernel
import net from 'node:net'
import { getMapProfiles, addMapProfile } from '@samudra/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, until, type TestServer } from '../servers/a-server.ts'
import { IS_FULL, size } from '../servers/durability-size.ts'
import { whileOthersCall } from './attack.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

const MB = 1024 * 1024

test('large bodies of anonymous clients fill no memory and delay no user', async () => {
  const { port } = new URL(server.base)
  const part = Buffer.alloc(MB, 0x20)
  const senders: { socket: net.Socket; text: string }[] = []
  function send() {
    const socket = net.connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    const sender = { socket, text: '' }
    socket.on('data', (words) => (sender.text += String(words)))
    socket.write(
      `POST ${addMapProfile.path} HTTP/1.1\r\nHost: sea\r\nContent-Type: application/json\r\nContent-Length: ${8 * MB}\r\n\r\n{"name":"`,
    )
    socket.write(part)
    senders.push(sender)
  }
  const atOnce = size(40, 300)
  const { calls } = await whileOthersCall(
    async () => {
      // As soon as one is ended the next begins.
      for (const end = performance.now() + size(0, 12_000); ;) {
        while (senders.filter(({ socket }) => !socket.destroyed).length < atOnce) send()
        if (performance.now() > end) break
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      await until(
        () => senders.every(({ text: words }) => words.startsWith('HTTP/1.1 401')),
        'nobody is read',
        60,
      )
    },
    () => server.call(getMapProfiles, {}),
  )
  if (IS_FULL) expect(calls).toBeGreaterThan(50)
  await until(() => senders.every(({ socket }) => socket.destroyed), 'the unfinished bodies are let go', 60)
})
