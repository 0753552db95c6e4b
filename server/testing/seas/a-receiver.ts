import net from 'node:net'

/** Feed of sentences that a test writes to every server that is connected. */
export async function aReceiver() {
  const sockets = new Set<net.Socket>()
  let connect = () => undefined as void
  const connected = new Promise<void>((resolve) => (connect = resolve))
  const server = net.createServer((socket) => {
    sockets.add(socket)
    connect()
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** Settled when the server under test has connected for the first time. */
    connected,
    port: (server.address() as net.AddressInfo).port,
    send: (lines: readonly string[]) => {
      for (const socket of sockets) socket.write(lines.map((line) => `${line}\r\n`).join(''))
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
