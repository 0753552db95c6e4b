import { getCallServers } from '@samudra/contract/calls'
import { call as callServer } from '../../../../wire/call.ts'
import { useSession } from '../../../../wire/session.ts'

export type CallServers = Awaited<ReturnType<typeof readServers>>

/** Time for which servers that were read while a call rings serve for that call, milliseconds. */
const FRESH_MS = 60_000
let prepared: { userId: string | undefined; at: number; servers: Promise<CallServers> } | null = null

/** Reads the servers that connect participants, with fresh credentials. */
export const readServers = () => callServer(getCallServers, {})

/** Returns the servers for a call that begins; they are read once, while it rings. */
export function prepareServers(): Promise<CallServers> {
  const userId = useSession.getState().user?.id
  if (prepared?.userId === userId && performance.now() - prepared!.at < FRESH_MS) return prepared!.servers
  const servers = readServers()
  prepared = { userId, at: performance.now(), servers }
  servers.catch(() => {
    if (prepared?.servers === servers) prepared = null
  })
  return servers
}
