import { ErrorReply, RESP_TYPES, createClient } from '@redis/client'

const CONNECT_MS = 5000
const BYTES = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } }

const open = (url: string) =>
  createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
  })
type Client = ReturnType<typeof open>

/** Connection to Redis, opened at the first query and again after it broke. Each query has a time limit. */
export class Connection {
  readonly #url: string
  #client: Promise<Client> | null = null
  #isClosed = false

  constructor(url: string) {
    this.#url = url
  }

  /**
   * Sends a query; bulk strings of the answer are bytes. Rejects when there is none within `ms`, though the query may
   * have been executed.
   */
  async ask(question: (string | Buffer)[], ms: number): Promise<unknown> {
    if (this.#isClosed) throw new Error('the connection is closed')
    const opening = (this.#client ??= this.#open())
    let patience: NodeJS.Timeout | undefined
    try {
      const client = await opening
      return await Promise.race([
        client.sendCommand(question, BYTES),
        new Promise((_, reject) => {
          patience = setTimeout(() => reject(new Error(`Redis did not answer within ${ms} ms`)), ms)
        }),
      ])
    } catch (error) {
      // Redis itself rejected the query: the connection still works.
      if (!(error instanceof ErrorReply)) this.#drop(opening)
      throw error
    } finally {
      clearTimeout(patience)
    }
  }

  close(): void {
    this.#isClosed = true
    if (this.#client !== null) this.#drop(this.#client)
  }

  async #open(): Promise<Client> {
    const client = open(this.#url)
    // The caller receives the error.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  #drop(opening: Promise<Client>) {
    if (this.#client === opening) this.#client = null
    opening.then((client) => client.destroy()).catch(() => undefined)
  }
}
