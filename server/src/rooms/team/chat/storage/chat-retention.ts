import type { JobKind } from '../../../../platform/needs/jobs.ts'
import type { Chat } from '../chat.ts'
import { chatIdOf } from '../chat-ids.ts'
import { deletePostsBefore } from './chat-retention.sql.ts'

const DAY_MS = 24 * 3_600_000

/** Deletes messages past their retention, every night, except under a legal hold. */
export const retention = ({ db, clock, settings, identity, files }: Chat): JobKind => ({
  name: 'chat.retention',
  does: 'Deletes chat messages past their retention',
  when: { cron: '20 3 * * *', zone: 'UTC' },
  work: async ({ signal }) => {
    const days = settings.number('chat.retention_days')
    if (days === 0) return
    const held = (await identity.heldUsers()).map(chatIdOf)
    for (let isLast = false; !isLast;) {
      signal.throwIfAborted()
      const lot = await deletePostsBefore(db, clock.now() - days * DAY_MS, held)
      await files.forget(lot.files.map((id) => id.toUpperCase()))
      isLast = lot.isLast
    }
  },
})
