import net from 'node:net'

/** A way to the server that can be closed for connections that begin with some request, or fall dead without a word. */
export async function aGate(port: number) {
  const open = new Map<net.Socket, string>()
  let closed: RegExp | null = null
  let isDead = false
  const server = net.createServer((socket) => {
    open.set(socket, '')
    const onward = net.connect(port, '127.0.0.1')
    for (const one of [socket, onward]) one.on('error', () => undefined)
    onward.on('close', () => socket.destroy())
    socket.on('close', () => {
      open.delete(socket)
      onward.destroy()
    })
    let isKnown = false
    socket.on('data', (part) => {
      if (isDead) return
      if (!isKnown) {
        isKnown = true
        const request = part.toString('latin1').split('\r\n')[0] ?? ''
        open.set(socket, request)
        if (closed?.test(request) === true) return void socket.destroy()
      }
      onward.write(part)
    })
    onward.on('data', (part) => {
      if (!isDead) socket.write(part)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const drop = (requests: RegExp) => {
    for (const [socket, request] of open) if (requests.test(request)) socket.destroy()
  }
  return {
    base: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    close: (requests: RegExp) => {
      closed = requests
      drop(requests)
    },
    open: () => (closed = null),
    /** Blocks all traffic from now on, without informing either end. */
    die: () => (isDead = true),
    /** Ends the block; connections that were open then are cut. */
    revive: () => {
      isDead = false
      drop(/^/)
    },
    end: () => {
      drop(/^/)
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
