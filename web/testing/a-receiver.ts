import net from 'node:net'

/** Feed of NMEA sentences that a test writes. */
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
    port: (server.address() as net.AddressInfo).port,
    /** Writes sentences once the server under test has connected. */
    send: async (lines: readonly string[]) => {
      await connected
      for (const socket of sockets) socket.write(lines.map((line) => `${line}\r\n`).join(''))
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
