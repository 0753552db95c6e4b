import { MOST_MESSAGES } from '@samudra/contract/evidence'
import type { HistoryInterface } from '../../past/history/room.ts'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import { worstLeg, type EvidencePosition, type Series } from './series.ts'

/** Message as received for one position, or why it is not stored. */
export type EvidenceMessage = {
  /** Number of the position in the list of positions. */
  position: number
  fix_id: string
  mmsi: string
  source: string
  received_at: string
  stored: boolean
  form: 'NMEA' | 'JSON' | 'TAKEN_OUT' | null
  lines: string[]
  note: string
}

/** Where a rule names fewer positions, messages of those nearest in time to the beginning are added until there are so many. */
const FEW = 20
const MOST_BYTES = 500_000

/** Reads the messages of the positions a rule names and of an impossible leg, and of the nearest others where these are few. */
export async function messagesOf(
  history: Pick<HistoryInterface, 'rawMessages'>,
  { positions, rows }: Pick<Series, 'positions' | 'rows'>,
  beganAt: number,
): Promise<{ messages: EvidenceMessage[]; left_out: string[] }> {
  const worst = worstLeg(positions)
  const isFirst = (one: EvidencePosition) => one.named || one === worst?.from || one === worst?.to
  const named = positions.filter(isFirst)
  const apart = ({ observed_at }: { observed_at: string }) => Math.abs(Date.parse(observed_at) - beganAt)
  const others = positions.filter((one) => !isFirst(one)).sort((a, b) => apart(a) - apart(b))
  const wanted = [...named.slice(0, MOST_MESSAGES), ...others.slice(0, Math.max(0, FEW - named.length))]
  wanted.sort((a, b) => a.number - b.number)
  const messages: EvidenceMessage[] = []
  const left_out: string[] = []
  if (wanted.length < positions.length)
    left_out.push(
      `Messages as received are in this file for ${wanted.length} of ${positions.length} positions: ${named.length > MOST_MESSAGES ? 'the first that the rule names' : 'those that the rule names and the nearest in time'}.`,
    )
  let bytes = 0
  let began = performance.now()
  for (const { number } of wanted) {
    began = await breathe(began)
    const { batch, i } = rows[number - 1]!
    const {
      fix_id,
      mmsi,
      source,
      received_at,
      kept: saved,
      form,
      lines,
      why,
    } = await history.rawMessages(batch, i)
    bytes += lines.reduce((sum, line) => sum + line.length, 0)
    if (bytes > MOST_BYTES) {
      left_out.push(`Messages as received beyond ${MOST_BYTES / 1000} kB are left out.`)
      break
    }
    messages.push({
      position: number,
      fix_id,
      mmsi,
      source,
      received_at,
      stored: saved,
      form,
      lines,
      note: why,
    })
  }
  const gone = messages.filter(({ stored }) => !stored)
  if (gone.length > 0)
    left_out.push(
      `Messages as received are not stored for ${gone.length} of ${messages.length} positions. ${[...new Set(gone.map(({ note }) => note))].join(' ')}`,
    )
  return { messages, left_out }
}
