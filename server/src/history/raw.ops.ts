import { getRawMessages, type RawMessages } from '@samudra/contract/history'
import { Refusal } from '../kernel/errors.ts'
import { handle, type Handled } from '../kernel/room.ts'
import { NO_PLACE } from '../kernel/topics.ts'
import type { FixReader } from './reader.ts'
import { storedFix } from './stored-fixes.ts'

/** What the feeds still remember of a fix of a ship. */
export type RawOf = (fixId: number, mmsi: string) => Pick<RawMessages, 'form' | 'lines' | 'decoded'> | null

/** A fix id carries its time of arrival, and runs ahead of it by less than this while more than 1,024 come a ms. */
const AHEAD_MS = 60_000
const LATEST_TIME = 8.64e15

type Needs = {
  reader: FixReader
  names: { sourceCode(number: number): string }
  flush: () => Promise<void>
  rawOf: RawOf
}

export const rawOps = (needs: Needs): Handled[] => [rawMessages(needs)]

const rawMessages = ({ reader, names, flush, rawOf }: Needs) =>
  handle(getRawMessages, async ({ input, caller }) => {
    const fixId = Number(input.fix_id)
    await flush()
    const isPossible = fixId > 0 && fixId / 1024 < LATEST_TIME - AHEAD_MS
    const fix = isPossible ? await storedFix(reader, Number(input.mmsi), fixId, AHEAD_MS) : null
    const degrees = (udeg: number) => (udeg === NO_PLACE ? null : udeg / 1e6)
    const source = fix === null ? '' : names.sourceCode(fix.source[0]!)
    // A fix that is hidden and one that never was are answered alike.
    if (fix === null || !caller.sight.row(source, degrees(fix.lat[0]!), degrees(fix.lon[0]!)))
      throw new Refusal('NOT_FOUND', `There is no fix ${input.fix_id} of MMSI ${input.mmsi}.`)
    const raw = rawOf(fixId, input.mmsi)
    return {
      fix_id: String(fixId),
      mmsi: input.mmsi,
      source,
      received_at: new Date(fix.recTime[0]!).toISOString(),
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
