import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { expect, test } from 'vitest'
import { listening } from '../../../../testing/seas/ports.ts'
import { CostlyCalls } from './costly.ts'

test('a costly call whose client left in the queue is not started', async () => {
  const server = http.createServer()
  const port = await listening(server)
  const client = net.connect(port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: sea\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [http.IncomingMessage, http.ServerResponse]
  const leaves = once(response, 'close')
  client.destroy()
  await leaves
  let isBegun = false
  const call = new CostlyCalls().run('asha', response, async () => (isBegun = true))
  await expect(call).rejects.toMatchObject({ code: 'MAINTENANCE' })
  expect(isBegun).toBe(false)
  server.close()
})
