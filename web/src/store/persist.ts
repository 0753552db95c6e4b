import type { SignedIn } from '@samudra/contract/identity'
import { toast } from '../kit/toasts.ts'
import { useSession } from '../wire/session.ts'
import { takeSaved, type Saved } from './saved-stores.ts'
import { LocalDb } from './local-db.ts'
import { ownTab } from './tab.ts'

/** Slices with sea data and the signed-in user: not left on the disk for the next user. */
const GONE_AT_LOGOUT = ['user', 'cache']
/** Slices with what the user has on screen. */
const SHOWN = ['planning', 'cards', 'analytics']
/** Slices restored only for the same user. */
const OF_A_USER = [...SHOWN, 'cache']

type Session = ReturnType<typeof useSession.getState>
let db: LocalDb | null = null

/**
 * Opens the local database, restores the stored state, and stores changes from now on. Without a database the
 * application still works; its state ends with the page. Returns the stored session.
 */
export async function restoreAndKeep(): Promise<SignedIn | null> {
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
  const stored = await storedSession(local)
  keepParts(local, await ownTab(), stored?.id ?? null)
  useSession.subscribe((session, before) => {
    const { user, allUsersList } = session
    if (user === null) {
      if (before.user !== null) void local.forget(GONE_AT_LOGOUT)
    } else if (user !== before.user) void keepUser(local, user, session)
    else if (allUsersList !== before.allUsersList) local.keep({ 'user.allUsersList': allUsersList })
  })
  return stored
}

/** Restores every part, those of a user once that user has signed in. */
function keepParts(local: LocalDb, tab: string, stored: string | null) {
  const parts: Saved[] = []
  // As it was when the page came: parts come later, too, and others are written by then.
  const shown = local.stateOf(tab)
  let before = shown === undefined ? undefined : { ...shown }
  let owner: string | null = null
  const write = ({ name, of, read }: Pick<Saved, 'name' | 'of' | 'read'>) => {
    if (of === 'browser' || owner !== null) local.keep({ [name]: read() }, isOfTab(of) ? tab : undefined)
  }
  const giveBack = ({ name, of, read, restore }: Saved) => {
    if (of !== 'browser' && owner === null) return
    const own = isOfTab(of) ? before : undefined
    // A tab that showed something shows that again, and nothing that another one had open meanwhile.
    const held = heldIn(own ?? (of === 'own tab' ? undefined : local.state), name)
    try {
      if (held !== undefined) restore(held)
      // What came from another tab is from now on what this one shows.
      if (held === undefined || (isOfTab(of) && before === undefined)) write({ name, of, read })
    } catch {
      // Of an earlier version, or damaged: what the part begins with serves.
    }
  }
  const own = (id: string) => {
    if (owner === id) return
    if (local.state['owner'] !== id) {
      before = undefined
      void local.forget(OF_A_USER)
      local.keep({ owner: id })
    }
    owner = id
    for (const part of parts) if (part.of !== 'browser') giveBack(part)
  }
  if (stored !== null) own(stored)
  useSession.subscribe(({ user }) => {
    if (user !== null) own(user.id)
  })
  takeSaved((part) => {
    parts.push(part)
    giveBack(part)
    part.subscribe(() => write(part))
  })
}

const isOfTab = (of: Saved['of']) => of === 'tab' || of === 'own tab'

function heldIn(state: Record<string, unknown> | undefined, part: Saved['name']): unknown {
  const [slice, name] = part.split('.') as [string, string]
  const held = state?.[slice]
  return typeof held === 'object' && held !== null ? (held as Record<string, unknown>)[name] : undefined
}

async function storedSession(local: LocalDb): Promise<SignedIn | null> {
  const held = local.state['user'] as (SignedIn & Partial<Session>) | undefined
  const token = await local.secret('token')
  if (held === undefined || token === null) return null
  const { allUsersList = [], tokenData: _ofToken, ...user } = held
  useSession.setState({ allUsersList })
  return { ...user, token, chat_token: await local.secret('chat_token') }
}

/** The tokens go sealed; everything else of the user goes as it is. */
async function keepUser(
  local: LocalDb,
  { token, chat_token, ...user }: SignedIn,
  { tokenData, allUsersList }: Session,
) {
  await local.keepSecret('token', token)
  await local.keepSecret('chat_token', chat_token)
  local.keep({ user: { ...user, isLoggedIn: true, tokenData, allUsersList } })
  // Before the map takes all the time of the page: who leaves at once is known when he comes back.
  await local.flush()
}

/** Deletes the state on screen; a screen that cannot be drawn with it is drawn without. */
export const forgetShown = () => db?.forgetSlices(SHOWN)

/** The open database, for shapes worth keeping; null where there is none. */
export const localDb = () => db
