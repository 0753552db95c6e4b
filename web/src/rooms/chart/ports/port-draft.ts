import { USUAL_RADIUS_NM, type Port } from '@samudra/contract/ports'
import type { ZoneGeometry } from '@samudra/contract/zones'

/** A port as it is typed and drawn. */
export type PortDraft = {
  name: string
  locode: string
  country: string
  lat: number
  lon: number
  alias: string[]
  radius_nm: number
  time_zone: string
  facilities: string[]
  contacts: { who: string; how: string }[]
  source: string
  geometry: ZoneGeometry | null
  anchorages: { name: string; geometry: ZoneGeometry }[]
  reason: string
}

export const draftOf = (port: Port | null, [lon, lat]: readonly [number, number]): PortDraft => ({
  name: port?.name ?? '',
  locode: port?.locode ?? '',
  country: port?.country ?? '',
  lat: port?.lat ?? rounded(lat),
  lon: port?.lon ?? rounded(lon),
  alias: port?.alias ?? [],
  radius_nm: port?.radius_nm ?? USUAL_RADIUS_NM,
  time_zone: port?.time_zone ?? '',
  facilities: port?.facilities ?? [],
  contacts: port?.contacts ?? [],
  source: port?.source ?? '',
  geometry: port?.geometry ?? null,
  anchorages: port?.anchorages ?? [],
  reason: '',
})
const rounded = (degrees: number) => Number(degrees.toFixed(5))

/** Target being drawn at the moment: the harbour, or the anchorage of a number. */
export type Target = 'harbour' | number

/** The shape of what is drawn, as it was put down last. */
export const shapeOf = ({ geometry, anchorages }: PortDraft, target: Target): ZoneGeometry | null =>
  target === 'harbour' ? geometry : (anchorages[target]?.geometry ?? null)

/** Returns the draft with another shape there; a new anchorage gets a name. */
export function withShape(draft: PortDraft, target: Target, shape: ZoneGeometry | null): PortDraft {
  if (target === 'harbour') return { ...draft, geometry: shape }
  if (shape === null) return { ...draft, anchorages: draft.anchorages.filter((_, i) => i !== target) }
  const before = draft.anchorages[target]
  const one = { name: before?.name ?? `Anchorage ${target + 1}`, geometry: shape }
  return {
    ...draft,
    anchorages: [...draft.anchorages.slice(0, target), one, ...draft.anchorages.slice(target + 1)],
  }
}

/** Whom to reach, and how: `Port control: VHF 14`. */
export const contactText = ({ who, how }: PortDraft['contacts'][number]) => `${who}: ${how}`
/** Parses a typed contact; a contact without a name means the port itself. */
export function contactOf(text: string): PortDraft['contacts'][number] {
  const [, who = 'Port', how = text] = /^([^:]+):\s*(\S.*)$/.exec(text.trim()) ?? []
  return { who: who.trim(), how: how.trim() }
}
