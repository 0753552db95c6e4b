import { tableUpdate } from '@samudra/contract/kind'
import { addToBlacklist, blacklistKind, getBlacklist, removeFromBlacklist } from '@samudra/contract/picture'
import { anyOf, users } from '../kernel/audience.ts'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/errors.ts'
import { mmsiText } from '../sea/ship-numbers.ts'
import type { Held } from '../kernel/object-rules.ts'
import type { Others } from '../kernel/others.ts'
import type { Objects } from '../kernel/objects.ts'
import { openObjects } from '../kernel/open-objects.ts'
import { handle, type Handled } from '../kernel/handle.ts'
import type { Send } from '../kernel/send.ts'
import type { Clock } from '../needs/clock.ts'
import type { Db } from '../needs/database.ts'
import type { Picture } from './picture.ts'

type Entry = Held<{ mmsi: number; reason: string }>
type Entries = Objects<Entry['body']>

/** The vessels whose contacts carry the mark: entries with their versions, and the set the picture marks by. */
export type Blacklist = { entries: Entries; listed: Set<number> }

export async function openBlacklist(needs: { db: Db; clock: Clock; others: Others }): Promise<Blacklist> {
  const entries: Entries = await openObjects(needs, {
    type: 'blacklisted_vessel',
    noun: 'entry of the blacklist',
  })
  return { entries, listed: new Set(mmsisOf(entries)) }
}

const mmsisOf = (entries: Entries) => [...entries.all()].map(({ body }) => body.mmsi)

function markAnew({ entries, listed }: Blacklist, picture: Picture) {
  listed.clear()
  for (const mmsi of mmsisOf(entries)) listed.add(mmsi)
  picture.markBlacklisted()
}

const present = ({ body, owner, created_at }: Entry) => ({
  mmsi: mmsiText(body.mmsi),
  reason: body.reason,
  added_by: owner,
  added_at: created_at.toISOString(),
})

export function blacklistOps({
  entries,
  listed,
  picture,
  isShown,
  send,
  others,
}: Blacklist & {
  picture: Picture
  others: Others
  isShown: (mmsi: number, caller: Caller) => boolean
  send: Send
}): Handled[] {
  const entryOf = (mmsi: number) => [...entries.all()].find(({ body }) => body.mmsi === mmsi)
  // Of ships that are on no picture only who sees everything is told: another may not see where they last were.
  const isTold = ({ body, owner_id }: Entry, caller: Caller) =>
    caller.sight.all || owner_id === caller.userId || isShown(body.mmsi, caller)
  const tell = (op: 'add' | 'delete', entry: Entry) => {
    const ids = [mmsiText(entry.body.mmsi)]
    const { table } = blacklistKind
    // To others she may be on no picture of theirs by now; where they see her, her mark tells.
    const audience = anyOf({ to: 'unconfined' }, users(entry.owner_id))
    send(tableUpdate, { table, op, ids, version: entry.version }, audience)
  }
  const shown = (entry: Entry | undefined) => (entry === undefined ? null : present(entry))
  // One change after another, so that of two who add the same vessel the second finds the first.
  const inTurn = <Result>(change: () => Promise<Result>) => others.inTurn('blacklist', change)
  entries.whenFollowed(() => markAnew({ entries, listed }, picture))
  return [
    handle(getBlacklist, async ({ input, caller }) => {
      const at = input.as_of === undefined ? null : new Date(input.as_of)
      const then = at === null ? entries.list(caller) : await entries.asOf(at, caller)
      const told = then.filter((one) => isTold(one, caller)).map(present)
      return told.filter(({ mmsi }) => input.ids?.includes(mmsi) !== false)
    }),
    handle(addToBlacklist, ({ input, caller, record }) =>
      inTurn(async () => {
        const { reason } = input
        const mmsi = Number(input.mmsi)
        const before = entryOf(mmsi)
        record({ objectType: 'vessel', objectId: input.mmsi, before: shown(before), reason })
        const entry = before ?? (await entries.add(caller, { body: { mmsi, reason }, visibility: 'CENTRE' }))
        markAnew({ entries, listed }, picture)
        if (before === undefined) tell('add', entry)
        record({ after: present(entry) })
        return present(entry)
      }),
    ),
    handle(removeFromBlacklist, ({ input, caller, record }) =>
      inTurn(async () => {
        const mmsi = Number(input.mmsi)
        const before = entryOf(mmsi)
        record({ objectType: 'vessel', objectId: input.mmsi, before: shown(before) })
        if (before === undefined)
          throw new Refusal('NOT_FOUND', `MMSI ${input.mmsi} is not on the blacklist.`)
        const last = await entries.remove(caller, before.id, '')
        markAnew({ entries, listed }, picture)
        tell('delete', last)
        return { mmsi: input.mmsi }
      }),
    ),
  ]
}
