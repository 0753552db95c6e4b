import { createClient } from '@redis/client'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { ServerOptions } from 'socket.io'

const AGAIN_MS = 1000
/** Number of messages stored for sockets that reconnect, in a log of our own. */
const MOST_STORED = 1000

/** Sockets of all processes as one: the official adapter, on connections of its own. */
export async function redisSockets({
  url,
  prefix,
}: {
  url: string
  prefix: string
}): Promise<{ adapter: NonNullable<ServerOptions['adapter']>; close(): void }> {
  const client = createClient({
    url,
    RESP: 2,
    disableClientInfo: true,
    socket: { reconnectStrategy: AGAIN_MS, connectTimeout: 5000 },
  })
  // The bus reports when Redis is away.
  client.on('error', () => undefined)
  await client.connect()
  const streamName = `${prefix}:sockets`
  return {
    adapter: createAdapter(client, { streamName, channelPrefix: streamName, maxLen: MOST_STORED }),
    close: () => client.destroy(),
  }
}
