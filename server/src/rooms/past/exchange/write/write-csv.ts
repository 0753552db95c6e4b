import { instantText } from '../../../../platform/kernel/text/instant-text.ts'
import { mmsiText, type PassedFix, type ShipNames } from '../passed-fix.ts'

/** The columns of our own table, which is read back without loss. */
export const CSV_COLUMNS = [
  'mmsi',
  'split',
  'observed_at',
  'received_at',
  'latitude',
  'longitude',
  'sog',
  'cog',
  'true_heading',
  'rot_ais',
  'nav_status',
  'msg_type',
  'bits',
  'source',
  'station',
  'name',
] as const

export async function* writeCsv(fixes: AsyncIterable<PassedFix[]>, names: ShipNames): AsyncGenerator<string> {
  yield `${CSV_COLUMNS.join(',')}\r\n`
  for await (const batch of fixes) yield batch.map((fix) => line(fix, names)).join('')
}

function line(fix: PassedFix, names: ShipNames): string {
  const { split, at, receivedAt, lat, lon, sog, cog, heading, rot, navStatus, type, bits } = fix
  const times = [instantText(at), receivedAt === null ? '' : instantText(receivedAt)]
  const numbers = [lat, lon, sog, cog, heading, rot, navStatus].map((value) => value ?? '')
  const texts = [fix.source, fix.station, names(fix.mmsi, split)].map(cell)
  return `${[mmsiText(fix.mmsi), split, ...times, ...numbers, type, bits, ...texts].join(',')}\r\n`
}

/** Returns a cell, quoted where it must be; what a spreadsheet would take for a formula is marked as text. */
function cell(value: string | null): string {
  const text = value ?? ''
  const reported = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(reported) ? `"${reported.replaceAll('"', '""')}"` : reported
}
