import net from 'node:net'

/** Listens where the system finds room, on this machine alone. */
export async function listening(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as net.AddressInfo).port
}

/** Returns a port without a listener. */
export async function freePort(): Promise<number> {
  const server = net.createServer()
  const port = await listening(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
