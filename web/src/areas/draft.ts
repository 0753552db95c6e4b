import { useSettings } from '../kit/settings.ts'
import { epochOrNull, isoOf, timeText } from '../kit/time-text.ts'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { countWords, distanceText } from '../kit/quantity-text.ts'
import type { Aoi } from '@samudra/contract/areas'
import type { Outline } from './outline.ts'

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
}

export const TYPES: { value: Aoi['type']; label: string }[] = [
  { value: 'GENERAL', label: 'General' },
  { value: 'VIGILANCE', label: 'Vigilance' },
  { value: 'RESTRICTED', label: 'Restricted' },
  { value: 'EXERCISE', label: 'Exercise' },
  { value: 'INFRASTRUCTURE', label: 'Infrastructure' },
]
export const SCOPES: { value: Aoi['visibility']; label: string }[] = [
  { value: 'PRIVATE', label: 'Me' },
  { value: 'GROUP', label: 'My group' },
  { value: 'CENTRE', label: 'Everybody here' },
]

export const draftOf = (area: Aoi | null): AreaDraft => ({
  name: area?.name ?? '',
  type: area?.type ?? 'GENERAL',
  visibility: area?.visibility ?? 'PRIVATE',
  color: area?.color ?? '#1565c0',
  notes: area?.notes ?? '',
  recur: area?.recur ?? 'NONE',
  from: epochOrNull(area?.valid_from),
  to: epochOrNull(area?.valid_to),
})

export const fieldsOf = ({ from, to, ...fields }: AreaDraft) => ({
  ...fields,
  valid_from: isoOf(from),
  valid_to: isoOf(to),
})

/** Both versions, line by line. */
export function conflictRows(draft: AreaDraft, theirs: Aoi, outline: Outline | null) {
  const other = draftOf(theirs)
  const row = (label: string, mine: string, their: string) => ({
    label,
    mine,
    theirs: their,
    differs: mine !== their,
  })
  return [
    row('Name', draft.name, other.name),
    row('Type', draft.type, other.type),
    row('Who sees it', draft.visibility, other.visibility),
    row('Colour', draft.color, other.color),
    row('Valid', validText(draft), validText(other)),
    row('Notes', draft.notes, other.notes),
    row(
      'Outline',
      outlineText(outline),
      outlineText(theirs.shape === null ? { geometry: theirs.geometry } : { shape: theirs.shape }),
    ),
  ]
}

function validText({ from, to }: AreaDraft): string {
  const style = useSettings.getState()
  const end = (at: number | null) => (at === null || Number.isNaN(at) ? '…' : timeText(at, style))
  return `${end(from)} to ${end(to)}`
}

function outlineText(outline: Outline | null): string {
  if (outline === null) return 'nothing drawn'
  const unit = useSettings.getState()['distance.unit']
  const distance = (nm: number) => distanceText(nm * METRES_PER_NM, unit)
  if ('shape' in outline)
    return outline.shape.shape === 'circle'
      ? `circle of ${distance(outline.shape.radius_nm)}`
      : `corridor of ${outline.shape.line.length} corners, ${distance(outline.shape.width_nm)} wide`
  const { geometry } = outline
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
  const corners = rings.reduce((sum, ring) => sum + ring.length - 1, 0)
  const [lon, lat] = rings[0]?.[0] ?? [0, 0]
  return `${countWords(corners, 'corner')} in ${countWords(rings.length, 'ring')} from ${lat.toFixed(4)}, ${lon.toFixed(4)}`
}
