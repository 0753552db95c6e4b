import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Request received by a server outside. */
export type Got = { headers: http.IncomingHttpHeaders; body: string }
/** External server that is called; its answers can be chosen. */
export class Outside {
  readonly got: Got[] = []
  answer: (response: http.ServerResponse) => void = (response) => response.writeHead(204).end()
  readonly #server: http.Server

  private constructor(server: http.Server) {
    this.#server = server
  }
  static async open(): Promise<Outside> {
    const server = http.createServer()
    const outside = new Outside(server)
    server.on('request', (request, response) => {
      let body = ''
      request.on('data', (bytes: Buffer) => (body += bytes.toString()))
      request.on('end', () => {
        outside.got.push({ headers: request.headers, body })
        outside.answer(response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return outside
  }
  get url() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
  }
  close() {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Computes the signature of a message as its receiver does. */
export function signatureOf({ headers, body }: Got, secret: string): string {
  const [id, at] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
  return `v1,${createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')}`
}
