/** A bare Socket.IO room, which chat.ts compares with: what is sent to it goes to all of its sockets. Sends its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'

const http = createServer()
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false })
io.on('connection', (socket) => {
  void socket.join('room')
  socket.on('post', (post: unknown, done: (isSent: boolean) => void) => {
    io.to('room').emit('posted', post)
    done(true)
  })
})
http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }))
process.on('message', () => process.exit(0))
