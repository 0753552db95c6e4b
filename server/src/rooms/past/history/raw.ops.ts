import { getRawMessages, type RawMessages } from '@samudra/contract/history'
import type { Administered } from '../../../platform/kernel/http/admin-values.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { FIRST_IMPORT_FEED, NO_PLACE } from '../../../sea/fix-batch.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { FixBatch } from '../../../sea/fix-batch.ts'
import { receivedFor } from './raw/raw-blocks.sql.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { mmsiText } from '../../../sea/ship-numbers.ts'
import { rawReading } from '../../../sea/raw-reading.ts'
import { DAY_MS } from './tiers/retention.sql.ts'
import { storedFix } from './read/stored-fixes.ts'

/** A fix id carries its time of arrival, and runs ahead of it by less than this while more than 1,024 come a ms. */
const AHEAD_MS = 60_000
const LATEST_TIME = 8.64e15

type Needs = {
  db: Db
  clock: Clock
  settings: Administered
  reader: FixReader
  names: SourceNames
  flush: () => Promise<void>
}

export const rawOps = (needs: Needs): Handled[] => [rawMessages(needs)]

const rawMessages = (needs: Needs) =>
  handle(getRawMessages, async ({ input, caller }) => {
    const mmsis = input.mmsi === undefined ? undefined : [Number(input.mmsi)]
    const fix = await seenFix(needs, mmsis, input.fix_id, caller)
    // A fix that is hidden and one that never was are answered alike.
    if (fix === null) throw new OperationError('NOT_FOUND', noFix(input))
    return rawMessagesOf(needs, fix, 0)
  })

/** Reads what was received for a fix of a batch, or why that is not stored. */
export async function rawMessagesOf(
  needs: Pick<Needs, 'db' | 'names' | 'settings' | 'clock'>,
  fix: FixBatch,
  i: number,
): Promise<RawMessages> {
  const fixId = fix.fixId[i]!
  const mmsi = mmsiText(fix.mmsi[i]!)
  const bytes = await receivedFor(needs.db, fixId, fix.recTime[i]!)
  const raw = bytes === null ? null : rawReading(bytes, mmsi)
  return {
    fix_id: String(fixId),
    mmsi,
    source: needs.names.sourceCode(fix.source[i]!),
    received_at: new Date(fix.recTime[i]!).toISOString(),
    kept: raw !== null,
    form: raw?.form ?? null,
    lines: raw?.lines ?? [],
    decoded: raw?.decoded ?? [],
    why: raw === null ? whyNone(fix, i, needs) : WHY[raw.form],
  }
}

const noFix = ({ fix_id, mmsi }: { fix_id: string; mmsi?: string | undefined }) =>
  `No position ${fix_id}${mmsi === undefined ? '' : ` of MMSI ${mmsi}`}.`

/** A stored fix by its id, of one of some ships where they are named, if the caller may see it. */
export async function seenFix(
  { reader, names, flush }: Pick<Needs, 'reader' | 'names' | 'flush'>,
  mmsis: number[] | undefined,
  id: string,
  caller: Caller,
): Promise<FixBatch | null> {
  const fixId = Number(id)
  await flush()
  const isPossible = fixId > 0 && fixId / 1024 < LATEST_TIME - AHEAD_MS
  const fix = isPossible ? await storedFix(reader, mmsis, fixId, AHEAD_MS) : null
  if (fix === null) return null
  const degrees = (udeg: number) => (udeg === NO_PLACE ? null : udeg / 1e6)
  const isSeen = caller.visibility.row(
    names.sourceCode(fix.source[0]!),
    degrees(fix.lat[0]!),
    degrees(fix.lon[0]!),
  )
  return isSeen ? fix : null
}

/** Why nothing that was received for a fix is there. */
function whyNone(fix: FixBatch, i: number, { settings, clock }: Pick<Needs, 'settings' | 'clock'>): string {
  const days = settings.number('ais.raw_lines_days')
  if (fix.feed[i]! >= FIRST_IMPORT_FEED)
    return 'This position was imported from a file. It has no received message.'
  if (days === 0) return 'Raw messages are not stored: their retention is set to 0 days.'
  if (fix.recTime[i]! < clock.now() - days * DAY_MS)
    return `Raw messages are stored for ${days} days; the message of this fix is older and was deleted.`
  return 'No raw message for this position: storage was off, or the message was too long.'
}

const WHY = {
  NMEA: 'The lines are as received.',
  JSON: 'The JSON is as received; the fields were read from the sentences or values in it.',
  TAKEN_OUT: 'Extracted from a longer JSON text: the sentences with their time and station.',
}
