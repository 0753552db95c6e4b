import { AOI_TYPES, AOI_TYPE_WORDS, USUAL_BACKFILL_DAYS, type Aoi } from '@samudra/contract/areas'
import { epochOrNull, isoOf } from '../../../kit/text/time-text.ts'

/** The form as it is typed; times are epoch ms, null for open ends. */
export type AreaDraft = {
  name: string
  type: Aoi['type']
  visibility: Aoi['visibility']
  color: string
  notes: string
  recur: Aoi['recur']
  from: number | null
  to: number | null
  /** So many days back the log of a new one begins. */
  days: number
}

export const TYPES = AOI_TYPES.map((value) => ({ value, label: AOI_TYPE_WORDS[value] }))

export const draftOf = (area: Aoi | null): AreaDraft => ({
  name: area?.name ?? '',
  type: area?.type ?? 'GENERAL',
  visibility: area?.visibility ?? 'PRIVATE',
  color: area?.color ?? '#1565c0',
  notes: area?.notes ?? '',
  recur: area?.recur ?? 'NONE',
  from: epochOrNull(area?.valid_from),
  to: epochOrNull(area?.valid_to),
  days: area?.backfill_days ?? USUAL_BACKFILL_DAYS,
})

export const fieldsOf = ({ name, type, visibility, color, notes, recur, from, to }: AreaDraft) => ({
  name,
  type,
  visibility,
  color,
  notes,
  recur,
  valid_from: isoOf(from),
  valid_to: isoOf(to),
})
