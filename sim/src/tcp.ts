import { createServer, type Server, type Socket } from 'node:net'

/** A client that lets this much pile up is dropped: the sea does not wait for it. */
const MOST_UNSENT_BYTES = 8_000_000

/** Feed on a TCP port, where every client receives the same sentences. */
export class FeedServer {
  readonly #clients = new Set<Socket>()
  readonly #server: Server

  constructor(onClient: (send: (lines: readonly string[]) => void) => void) {
    this.#server = createServer((socket) => {
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => this.#clients.delete(socket))
      // Clients have nothing to say; reading it away notices when they go.
      socket.resume()
      this.#clients.add(socket)
      onClient((lines) => write(socket, lines))
    })
  }

  /** Starts to listen on the loopback interface; resolves with the port (a free one for 0). */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', () => {
        const address = this.#server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : port)
      })
    })
  }

  send(lines: readonly string[]): void {
    for (const client of this.#clients) write(client, lines)
  }

  sendBytes(bytes: Uint8Array): void {
    for (const client of this.#clients) writeBytes(client, bytes)
  }

  close(): void {
    for (const client of this.#clients) client.destroy()
    this.#server.close()
  }
}

function write(socket: Socket, lines: readonly string[]): void {
  if (lines.length > 0) writeBytes(socket, `${lines.join('\r\n')}\r\n`)
}

function writeBytes(socket: Socket, bytes: string | Uint8Array): void {
  if (bytes.length === 0 || socket.destroyed) return
  if (socket.writableLength > MOST_UNSENT_BYTES) socket.destroy()
  else socket.write(bytes)
}
