import { mailAccountChanged } from '@samudra/contract/mail-accounts'
import type { Ground } from '../../../../platform/ground.ts'
import { reachOf } from '../../../../platform/kernel/http/allowed-addresses.ts'
import { users } from '../../../../platform/kernel/http/audience.ts'
import { ulid } from '../../../../platform/kernel/text/ulid.ts'
import type { MailRoom } from '../mail.ts'
import { foldersOf } from '../store/mailboxes.sql.ts'
import { forgetRaws } from '../store/forget-raws.ts'
import { pushChanged } from '../store/push-mail.ts'
import { mailsById } from '../store/messages.sql.ts'
import { AccountRunner } from './account-runner.ts'
import { sendOverAccount } from './account-relays.ts'
import { accountOps } from './accounts.ops.ts'
import { storeSynced } from './store-synced.sql.ts'
import { ownFolder } from './sync.sql.ts'

/** Topic between processes: an account was changed, or a user changed a mail of one. */
const TOPIC = 'mail.accounts'
const LOOK_MS = 15_000
type News = { account: string | null }

/** Accounts of users on other mail servers: their operations, their connections, and the way out over them. */
export async function mailAccounts(
  room: MailRoom,
  { assembly, others, lease }: Ground,
  needs: { largest(): number; rawOf(hash: string): Promise<Buffer> },
) {
  const own = {
    folders: [],
    hosts: assembly.mail?.hosts ?? [],
    databaseHost: assembly.feedReach?.databaseHost ?? null,
  }
  const reach = await reachOf(
    own,
    'Mail accounts call it only when the server is started with --mail-hosts and its address.',
  )
  const { keys } = assembly
  const runner = new AccountRunner({
    db: room.db,
    log: room.log,
    now: () => room.clock.now(),
    unlock: keys.unlock,
    check: reach.check,
    syncOf: ({ id, user_id }) => ({
      isHeld: async () => (await room.identity.heldUsers()).includes(user_id),
      removed: async (mails) => {
        if (!(await room.identity.heldUsers()).includes(user_id)) await forgetRaws(room, mails)
        pushChanged(
          room,
          mails.map((mail) => ({ id: mail.id, mailbox: id, folder: 'Inbox' })),
        )
      },
      largest: needs.largest,
      rawOf: needs.rawOf,
      store: (raw, as) => storeSynced(room, id, raw, as),
      ownFolder: (name) => ownFolder(room.db, id, ulid(room.clock.now()), name),
      folderName: async (folder) =>
        (await foldersOf(room.db, [id])).find((one) => one.folder === folder)?.name ?? folder,
      changed: (ids) => void pushMails(room, ids),
    }),
    changed: ({ user_id }) => room.send(mailAccountChanged, {}, users(user_id)),
  })
  const work = () => (lease.isOurs ? runner.start() : runner.stop())
  const take = ({ account }: News) => (account === null ? void work() : runner.wake(account))
  const publish = (news: News) => {
    take(news)
    others.publish(TOPIC, news)
  }
  others.follow<News>(TOPIC, { changed: take, afresh: async () => (await work(), false) })
  return {
    ops: accountOps({ room, keys, check: reach.check, changed: () => publish({ account: null }) }),
    /** Brings changes of mails of an account to its server soon. */
    wake: (account: string) => publish({ account }),
    send: (account: string, message: { raw: Buffer; from: string; to: readonly string[] }) =>
      sendOverAccount({ db: room.db, unlock: keys.unlock, check: reach.check }, account, message),
    beat: { everyMs: LOOK_MS, work },
    stop: () => runner.stop(),
  }
}

async function pushMails(room: MailRoom, ids: readonly string[]) {
  const mails = await mailsById(room.db, ids)
  pushChanged(room, mails)
}
