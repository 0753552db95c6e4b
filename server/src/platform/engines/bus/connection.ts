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

/** One connection to Redis, opened when something is asked and again after it broke. Each question has an end. */
export class Connection {
  readonly #url: string
  #client: Promise<Client> | null = null
  #isClosed = false

  constructor(url: string) {
    this.#url = url
  }

  /** Bulk strings of the answer are bytes. Rejects when there is none within `ms`; what was asked may have been done. */
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
      // Redis itself said no: the connection is as good as before.
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
    // Whoever asks is told.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  #drop(opening: Promise<Client>) {
    if (this.#client === opening) this.#client = null
    opening.then((client) => client.destroy()).catch(() => undefined)
  }
}
