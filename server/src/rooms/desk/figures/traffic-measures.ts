import { LEAST_TRAFFIC_CELL } from '@samudra/contract/traffic'
import { countryOfMmsi } from '@samudra/nautical/mmsi'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import type { CountsQuery, TrafficInterface } from '../../past/traffic/room.ts'
import type { RulesInterface } from '../../watch/rules/room.ts'
import { BUCKET_MS, bucketOf, type Window } from '../../../sea/baseline.ts'
import type { FigureRequest, MeasureSource } from './figure-measures.ts'

type TrafficNeeds = { traffic: TrafficInterface }

const UNKNOWN = 'UNKNOWN'

const countsQuery = (request: FigureRequest, window: Window): CountsQuery => ({
  ...wholeBuckets(request, window),
  bucket: request.bucket,
  as_of: new Date(request.asOf).toISOString(),
  ...(request.by !== undefined && request.by !== 'state' && { by: request.by as 'kind' }),
  ...(request.area !== undefined && { area: request.area }),
  ...(request.kinds !== undefined && { kinds: request.kinds }),
  ...(request.countries !== undefined && { countries: request.countries }),
  ...(request.sources !== undefined && { sources: request.sources }),
})

const wholeBuckets = ({ bucket }: Pick<FigureRequest, 'bucket'>, { from, to, only }: Window) => ({
  from: bucketOf(from, bucket),
  to: bucketOf(to + BUCKET_MS[bucket] - 1, bucket),
  ...(only !== undefined && { only }),
})

/** Vessels and positions, as the room `traffic` counts them. */
export const trafficMeasures = ({ traffic }: TrafficNeeds): MeasureSource => ({
  async cells(request, window, caller) {
    const { cells, keyOf, suppressed } = await traffic.counts(countsQuery(request, window), caller)
    const value = request.measure === 'positions' ? 'fixes' : 'vessels'
    return {
      cells: cells.map(({ t, key, [value]: count }) => ({ t, key: keyOf(key), value: count })),
      suppressed,
    }
  },
})

/** Vessels of a group in a bucket, those with an anomaly and those without. */
export type VesselParts = { t: number; key: string; normal: number; abnormal: number; total: number }

/**
 * Parts the vessels of each bucket and group: those with an anomaly that was found in it, and the others. The total is never
 * less than the vessels with an anomaly.
 */
export async function vesselParts(
  { traffic, rules }: TrafficNeeds & { rules: RulesInterface },
  request: FigureRequest,
  window: Window,
  caller: Caller,
) {
  const { cells, keyOf, suppressed } = await traffic.counts(countsQuery(request, window), caller)
  const parts = new Map<string, VesselParts>()
  const partOf = (t: number, key: string) => {
    const id = `${t} ${key}`
    const part = parts.get(id) ?? { t, key, normal: 0, abnormal: 0, total: 0 }
    parts.set(id, part)
    return part
  }
  for (const { t, key, vessels } of cells) partOf(t, keyOf(key)).total = vessels
  for (const { t, key, mmsis } of await abnormalVessels({ traffic, rules }, request, window, caller))
    partOf(t, key).abnormal = mmsis.size
  const all = [...parts.values()].map(({ t, key, abnormal, total: counted }) => {
    const total = Math.max(counted, abnormal)
    return { t, key, abnormal, total, normal: total - abnormal }
  })
  const shown = caller.visibility.all ? all : all.filter(({ total }) => total >= LEAST_TRAFFIC_CELL)
  return {
    parts: shown,
    suppressed: Math.max(suppressed, all.length - shown.length),
  }
}

/** Returns the vessels with an anomaly by bucket and group. */
async function abnormalVessels(
  { traffic, rules }: TrafficNeeds & { rules: RulesInterface },
  request: FigureRequest,
  window: Window,
  caller: Caller,
) {
  const { bucket, by, area, kinds, countries, asOf } = request
  const { from, to } = wholeBuckets(request, window)
  const only = window.only === undefined ? null : new Set(window.only)
  const found = (await rules.detections({ from, to, asOf }, caller)).filter(
    ({ at }) => only?.has(bucketOf(at, bucket)) !== false,
  )
  const needsKinds = by === 'kind' || kinds !== undefined
  const needsCountries = by === 'country' || countries !== undefined
  const mmsis = needsKinds ? [...new Set(found.flatMap((one) => one.mmsis))] : []
  const kindsOf = mmsis.length === 0 ? null : await traffic.kindsAt(asOf, mmsis)
  const seen = new Set(
    by === 'area' || area !== undefined ? traffic.areasSeenBy(caller).map(({ id }) => id) : [],
  )
  const groups = new Map<string, { t: number; key: string; mmsis: Set<number> }>()
  for (const { at, lat, lon, mmsis } of found) {
    const areas = seen.size === 0 ? [] : traffic.areasAt(lat, lon).filter((id) => seen.has(id))
    if (area !== undefined && !areas.includes(area)) continue
    const t = bucketOf(at, bucket)
    for (const mmsi of mmsis) {
      const kind = kindsOf?.get(mmsi) ?? UNKNOWN
      const country = needsCountries ? (countryOfMmsi(mmsi)?.iso2 ?? UNKNOWN) : UNKNOWN
      if (kinds?.includes(kind) === false || countries?.includes(country) === false) continue
      const keys =
        by === 'area'
          ? areas.filter((id) => area === undefined || id === area)
          : [by === 'kind' ? kind : by === 'country' ? country : '']
      for (const key of keys) {
        const group = groups.get(`${t} ${key}`) ?? { t, key, mmsis: new Set<number>() }
        groups.set(`${t} ${key}`, group)
        group.mmsis.add(mmsi)
      }
    }
  }
  return groups.values()
}

/** Vessels with anomalies; by state the vessels without any too. */
export const abnormalMeasures = (needs: TrafficNeeds & { rules: RulesInterface }): MeasureSource => ({
  async cells(request, window, caller) {
    const { parts, suppressed } = await vesselParts(needs, request, window, caller)
    const cells = parts.flatMap(({ t, key, normal, abnormal }) =>
      request.by === 'state'
        ? [
            { t, key: 'NORMAL', value: normal },
            { t, key: 'ABNORMAL', value: abnormal },
          ]
        : [{ t, key, value: abnormal }],
    )
    return { cells: cells.filter(({ value }) => value > 0), suppressed }
  },
})
