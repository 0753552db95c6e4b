import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { FeedServer } from './tcp.ts'

const listenTo = (port: number) =>
  new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      if (!text.endsWith('second\r\n')) return
      socket.destroy()
      resolve(text)
    })
  })

test('every client of a feed receives the same lines, after its own welcome', async () => {
  let clients = 0
  const server = new FeedServer((send) => {
    send([`welcome ${++clients}`])
    if (clients === 2) server.send(['first', 'second'])
  })
  const port = await server.listen(0)
  const heard = await Promise.all([listenTo(port), listenTo(port)])
  server.close()
  expect(heard.sort()).toEqual(['welcome 1\r\nfirst\r\nsecond\r\n', 'welcome 2\r\nfirst\r\nsecond\r\n'])
})
