import { noticeTold, type NoticeChannel } from '@samudra/contract/notices'
import { ulid } from 'ulid'
import { room, type Ground } from '../ground.ts'
import { identity, type IdentityDoor } from '../identity/room.ts'
import { isAddressed, users } from '../kernel/audience.ts'
import { sentenceOf } from '../kernel/errors.ts'
import type { Told } from '../sea/topics.ts'
import { noticeOps, presentNotice } from './notices.ops.ts'
import { forgetNotices, limitNotices, readSettings, storeNotice, type Reader } from './notices.sql.ts'
import { channelsFor, isQuietAt, USUAL } from './quiet.ts'

const KEPT_MS = 90 * 24 * 3_600_000
const BY_PAGE: NoticeChannel = 'PAGE'

/** What users are told, on every screen and at their next login. */
export const notices = room({
  name: 'notices',
  uses: { identity },
  open: async (ground, { identity }) => {
    const { db, clock, bus, log } = ground
    let telling = Promise.resolve()
    // One after the other: a later notice has a later id, and what is hidden was told before.
    const inTurn = (act: () => Promise<void>) => {
      telling = telling.then(() =>
        act().catch((error: unknown) =>
          log.error('a notice could not be kept', { error: sentenceOf(error) }),
        ),
      )
    }
    bus.hear('notice', (told) => inTurn(() => tell(ground, identity, told)))
    bus.hear('noticeSeers', (about) => inTurn(() => limitNotices(db, about)))
    return {
      door: {},
      ops: noticeOps(ground),
      jobs: [
        {
          name: 'notices.forget',
          does: 'Forgets notices after 90 days',
          when: { cron: '40 3 * * *', zone: 'UTC' },
          work: () => forgetNotices(db, new Date(clock.now() - KEPT_MS)),
        },
      ],
      stop: () => telling,
    }
  },
})

/** Keeps a notice for each who is meant, and tells those who want it by the page. */
async function tell({ db, clock, send }: Ground, identity: IdentityDoor, told: Told) {
  const { audience, kind, severity, text, link } = told
  const at = clock.now()
  const wishes = new Map((await readSettings(db, null)).map((one) => [one.user_id, one]))
  const meant = (await identity.everyone()).filter((user) => isAddressed(audience, user))
  const readers = meant.flatMap((user): Reader[] => {
    const wish = wishes.get(user.userId) ?? USUAL
    const channels = channelsFor(wish, kind)
    const when = { at, zone: user.settings['datetime.zone'] }
    return channels.length === 0
      ? []
      : [{ userId: user.userId, channels, isQuiet: isQuietAt(wish, severity, when) }]
  })
  if (readers.length === 0) return
  const row = { id: ulid(at), at: new Date(at), kind, severity, text, link, audience }
  await storeNotice(db, row, readers)
  const notice = presentNotice({ ...row, read_at: null })
  for (const quiet of [false, true]) {
    const ids = readers
      .filter(({ channels, isQuiet }) => isQuiet === quiet && channels.includes(BY_PAGE))
      .map(({ userId }) => userId)
    if (ids.length > 0) send(noticeTold, { notice, quiet }, users(...ids))
  }
}
