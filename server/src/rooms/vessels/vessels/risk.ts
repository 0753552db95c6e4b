import { ANOMALY_LABELS } from '@samudra/contract/labels'
import type { AisRecord } from '@samudra/contract/picture'
import type { WholeVessel } from '@samudra/contract/vessels'

const YEAR_MS = 365 * 24 * 3_600_000

const FIELD_WORDS: Record<string, string> = {
  ship_name: 'name',
  imo: 'IMO number',
  mmsi: 'MMSI',
  call_sign: 'call sign',
  country: 'flag',
  ship_type: 'type',
}

/** Returns the risk of a vessel with reasons in words: every reason is also on the page. */
export function riskOf(
  {
    anomalies,
    found,
    conflicts,
    flag_history: flags,
  }: Pick<WholeVessel, 'anomalies' | 'conflicts' | 'flag_history'> & Pick<AisRecord, 'found'>,
  at: number,
): WholeVessel['risk'] {
  const reasons = anomalies.map(({ text }) => text)
  if (found.length > 0)
    reasons.push(`Detected within four days: ${found.map(({ code }) => ANOMALY_LABELS[code]).join(', ')}.`)
  for (const { field, values } of conflicts)
    reasons.push(
      `Sources disagree on the ${FIELD_WORDS[field] ?? field}: ${[...new Set(values.map(({ value }) => value))].join(', ')}.`,
    )
  const changes = flags.filter(({ from }) => at - Date.parse(from) < YEAR_MS).length - 1
  if (flags.length > 1 && changes > 0)
    reasons.push(`The vessel changed its flag ${changes === 1 ? 'once' : `${changes} times`} within a year.`)
  const level = anomalies.some(({ code }) => code === 'BLACKLIST')
    ? 'HIGH'
    : anomalies.length > 0 || reasons.length > 2 || found.some(({ code }) => code === 'SPOOFING_EVENT')
      ? 'MEDIUM'
      : reasons.length > 0
        ? 'LOW'
        : 'NONE'
  return { level, reasons }
}
