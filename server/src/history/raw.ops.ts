import { getRawMessages, type RawMessages } from '@samudra/contract/history'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Handled } from '../kernel/room.ts'
import type { Db } from '../needs/database.ts'
import { storedFixes } from './fixes.sql.ts'

/** What the feeds still remember of a fix of a ship. */
export type RawOf = (fixId: number, mmsi: string) => Pick<RawMessages, 'form' | 'lines' | 'decoded'> | null

/** A fix id carries its time of arrival, and runs ahead of it by less than this while more than 1,024 come a ms. */
const AHEAD_MS = 60_000
const LATEST_TIME = 8.64e15

type Needs = {
  db: Db
  names: { sourceCode(number: number): string }
  flush: () => Promise<void>
  rawOf: RawOf
}

export const rawOps = (needs: Needs): Handled[] => [rawMessages(needs)]

const rawMessages = ({ db, names, flush, rawOf }: Needs) =>
  handle(getRawMessages, async ({ input, caller }) => {
    const fixId = Number(input.fix_id)
    await flush()
    const fix = await storedFix(db, fixId, Number(input.mmsi))
    const degrees = (udeg: number | null) => (udeg === null ? null : udeg / 1e6)
    // A fix that is hidden and one that never was are answered alike.
    if (
      fix === undefined ||
      !caller.sight.row(names.sourceCode(fix.source_id), degrees(fix.lat_udeg), degrees(fix.lon_udeg))
    )
      throw new Refusal('NOT_FOUND', `There is no fix ${input.fix_id} of MMSI ${input.mmsi}.`)
    const raw = rawOf(fixId, input.mmsi)
    return {
      fix_id: fix.fix_id,
      mmsi: input.mmsi,
      source: names.sourceCode(fix.source_id),
      received_at: fix.rec_time.toISOString(),
      kept: raw !== null,
      form: raw?.form ?? null,
      lines: raw?.lines ?? [],
      decoded: raw?.decoded ?? [],
      why: raw?.form === undefined || raw.form === null ? GONE : WHY[raw.form],
    }
  })

const GONE =
  'What was received for this fix is no longer kept: newer messages took its place, or the server has been started since.'
const WHY = {
  NMEA: 'The lines are as received.',
  JSON: 'The JSON is as received; the fields were read from the sentences or values in it.',
  TAKEN_OUT:
    'Received inside a longer JSON text, together with other messages: these are its sentences, with the time and station it gives.',
}

async function storedFix(db: Db, fixId: number, mmsi: number) {
  const at = Math.floor(fixId / 1024)
  if (at > LATEST_TIME - AHEAD_MS || fixId === 0) return undefined
  const range = { mmsi, from: new Date(at - AHEAD_MS), to: new Date(at + AHEAD_MS), sources: null }
  const [fix] = await storedFixes(db, range, String(fixId - 1), 1)
  return fix !== undefined && Number(fix.fix_id) === fixId ? fix : undefined
}
