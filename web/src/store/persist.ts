import type { SignedIn } from '@samudra/contract/identity'
import { toast } from '../kit/toasts.ts'
import { useSession } from '../wire/session.ts'
import { LocalDb } from './local-db.ts'

/** Something of the application that outlives the page: how to read it and how to put it back. */
export type Kept = {
  name: string
  read: () => unknown
  restore: (held: unknown) => void
  subscribe: (changed: () => void) => () => void
}

let db: LocalDb | null = null

/**
 * Opens the local database, puts back what was kept, and keeps what changes from now on. Without a database the
 * application works all the same; it forgets with the page. Returns the session that was stored.
 */
export async function restoreAndKeep(kept: readonly Kept[]): Promise<SignedIn | null> {
  try {
    db = new LocalDb({
      onQuota: (removed) =>
        toast(
          `The browser is out of room; ${removed.length} stored shapes were given up and are fetched again.`,
          'bad',
        ),
    })
    await db.connect()
  } catch (error) {
    toast((error as Error).message, 'bad')
    db = null
    return null
  }
  const local = db
  for (const one of kept) {
    if (one.name in local.state) one.restore(local.state[one.name])
    one.subscribe(() => local.keep({ [one.name]: one.read() }))
  }
  const stored = await storedSession(local)
  useSession.subscribe(({ user }, before) => {
    if (user === before.user) return
    if (user === null) void local.forget(['user'])
    else void keepUser(local, user)
  })
  return stored
}

async function storedSession(local: LocalDb): Promise<SignedIn | null> {
  const user = local.state['user'] as SignedIn | undefined
  const token = await local.secret('token')
  if (user === undefined || token === null) return null
  return { ...user, token, chat_token: await local.secret('chat_token') }
}

/** The tokens go sealed; everything else of the user goes as it is. */
async function keepUser(local: LocalDb, { token, chat_token, ...user }: SignedIn) {
  await local.keepSecret('token', token)
  await local.keepSecret('chat_token', chat_token)
  local.keep({ user: { ...user, isLoggedIn: true } })
}

/** The open database, for shapes worth keeping; null where there is none. */
export const localDb = () => db
