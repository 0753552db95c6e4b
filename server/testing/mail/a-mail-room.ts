import path from 'node:path'
import { inject } from 'vitest'
import type { OutgoingRecipient } from '../../src/rooms/team/mail/compose/outgoing.sql.ts'
import type { MailRoom } from '../../src/rooms/team/mail/mail.ts'
import { storeLot } from '../../src/rooms/team/mail/store/accept.ts'
import { MailReader } from '../../src/rooms/team/mail/reading/mail-reader.ts'
import { DiskFiles } from '../../src/platform/engines/files/disk.ts'
import { JobLines } from '../../src/platform/kernel/cluster/job-lines.ts'
import { FileStore } from '../../src/platform/kernel/files/file-store.ts'
import { Readers } from '../../src/platform/kernel/files/readers.ts'
import { administered } from '../../src/platform/kernel/http/admin-values.ts'
import type { Db } from '../../src/platform/needs/database.ts'
import { accountDoor } from '../../src/rooms/centre/identity/accounts.ts'
import { systemClock } from '../../src/platform/needs/clock.ts'
import { silentLog } from '../../src/platform/kernel/text/log.ts'

/** Services of the mail over a database, without a server: what it pushes is collected. */
export function aMailRoom(db: Db, folder: string, settings: Record<string, number> = {}) {
  const pushed: { wire: string; payload: unknown }[] = []
  const outcomes: (readonly OutgoingRecipient[])[] = []
  const clock = systemClock
  const raw = new DiskFiles(folder)
  const readers = new Readers({ program: path.join(inject('programs'), 'reader.js') })
  const values = new Map(Object.entries(settings))
  const room: MailRoom = {
    db,
    clock,
    log: silentLog,
    identity: { ...accountDoor(db), groups: async () => [], heldUsers: async () => [] } as never,
    settings: administered(() => values),
    attachments: new FileStore({ db, clock, files: raw, readers }).kind({
      name: 'mail',
      largest: 1e9,
      takes: 'SHARED',
      isSeen: () => false,
    }),
    raw,
    reader: new MailReader(readers),
    accepted: new JobLines((lot) => storeLot(room, lot)),
    domain: 'centre.internal',
    sendsOutside: true,
    accountsOf: () => Promise.resolve([]),
    duties: async () => [],
    send: (push, payload) => pushed.push({ wire: push.wire, payload }),
    unreadChanged: () => undefined,
    notify: () => undefined,
    outcome: async (_, some) => void outcomes.push(some),
    sendAt: () => undefined,
  }
  return { room, pushed, outcomes, stop: () => readers.stop() }
}
