import net from 'node:net'
import { getMapProfiles, addMapProfile } from '@samudra/contract/settings'
import { afterAll, beforeAll, test } from 'vitest'
import { aServer, until, type TestServer } from '../a-server.ts'
import { size, whileOthersCall } from './attack.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

const MB = 1024 * 1024

test('large bodies from nobody fill no memory and make nobody wait', async () => {
  const { port } = new URL(server.base)
  const part = Buffer.alloc(MB, 0x20)
  const senders = Array.from({ length: size(40, 300) }, () => {
    const socket = net.connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    const sender = { socket, said: '' }
    socket.on('data', (said) => (sender.said += String(said)))
    socket.write(
      `POST ${addMapProfile.path} HTTP/1.1\r\nHost: sea\r\nContent-Type: application/json\r\nContent-Length: ${8 * MB}\r\n\r\n{"name":"`,
    )
    socket.write(part)
    return sender
  })
  await whileOthersCall(
    () => until(() => senders.every(({ said }) => said.startsWith('HTTP/1.1 401')), 'nobody is read', 60),
    () => server.call(getMapProfiles, {}),
  )
  await until(() => senders.every(({ socket }) => socket.destroyed), 'the unfinished bodies are let go', 60)
})
