import { SHIP_TYPES, type AisFilter, type AisRecord, type FilterNode } from '@samudra/contract/picture'
import { containsPoint, preparePolygon } from '@samudra/nautical/polygon'
import { Refusal, sentenceOf } from '../kernel/errors.ts'
import type { Eye } from './eye.ts'
import { FLAG } from './marks.ts'
import type { Picture } from './picture.ts'
import type { FeedNames } from './feed-names.ts'
import { presentContact } from './present.ts'

type Anomaly = NonNullable<AisFilter['anomalies']>[number]

/** Anomaly filters that are marks of a contact; the others need detectors. */
const MARK_OF: Partial<Record<Anomaly, number>> = {
  BLACKLIST: FLAG.BLACKLIST,
  IMO_MISMATCH: FLAG.IMO_MISMATCH,
  MMSI_DUPLICATE: FLAG.DUPLICATE_FLAG,
}

function markOf(anomaly: Anomaly): number {
  const mark = MARK_OF[anomaly]
  if (mark === undefined)
    throw new Refusal('VALIDATION', `${anomaly} is not detected yet; leave it out of the filter.`, {
      fields: [{ field: 'filter.anomalies', why: `${anomaly} is not detected yet` }],
    })
  return mark
}

/** Decides whether a contact, shown by the fix of `row`, passes a filter; cheap conditions first, nothing is built per contact unless `expr` asks. */
export type ContactTest = (id: number, now: number, row: number) => boolean

export function compileFilter(filter: AisFilter, picture: Picture, names: FeedNames, eye: Eye): ContactTest {
  const { store } = picture
  const { rows } = store
  const tests: ContactTest[] = []
  if (filter.time_filter !== undefined) {
    const oldest = filter.time_filter * 60_000
    tests.push((_, now, row) => now - rows.observedAt[row]! <= oldest)
  }
  if (filter.ship_types !== undefined) {
    const wanted = new Set(filter.ship_types.map((group) => SHIP_TYPES.indexOf(group)))
    tests.push((id) => wanted.has(eye.shipGroup(id)))
  }
  if (filter.anomalies !== undefined) {
    const marks = filter.anomalies.reduce((sum, one) => sum | markOf(one), 0)
    tests.push((id) => (eye.flags(id) & marks) !== 0)
  }
  if (filter.sources !== undefined) {
    const wanted = new Set(filter.sources)
    tests.push((_id, _now, row) => wanted.has(names.sourceCode(rows.source[row]!)))
  }
  if (filter.mmsis !== undefined) {
    const wanted = new Set(filter.mmsis.map(Number))
    tests.push((id) => wanted.has(store.mmsi[id]!))
  }
  if (filter.area !== undefined) {
    const area = preparedArea(filter.area.coordinates)
    tests.push((_id, _now, row) => containsPoint(area, rows.lat[row]! / 1e6, rows.lon[row]! / 1e6))
  }
  const { expr } = filter
  if (expr !== undefined)
    tests.push((id, now) => evaluate(expr, presentContact(picture, id, names, now, eye), now) === true)
  return (id, now, row) => tests.every((test) => test(id, now, row))
}

function preparedArea(rings: Parameters<typeof preparePolygon>[0]) {
  try {
    return preparePolygon(rings)
  } catch (error) {
    const why = sentenceOf(error)
    throw new Refusal('VALIDATION', `This area cannot be used: ${why}.`, {
      fields: [{ field: 'filter.area', why }],
    })
  }
}

type Verdict = boolean | null

/** Three-valued: null is unknown, because the contact has no such value. */
function evaluate(node: FilterNode, contact: AisRecord, now: number): Verdict {
  if (!('op' in node)) return compare(node, valueOf(node.field, contact, now))
  const verdicts = node.of.map((one) => evaluate(one, contact, now))
  if (node.op === 'ALL') return verdicts.includes(false) ? false : verdicts.includes(null) ? null : true
  const any = verdicts.includes(true) ? true : verdicts.includes(null) ? null : false
  return node.op === 'ANY' || any === null ? any : !any
}

type Attribute = Extract<FilterNode, { k: 'attr' }>

function valueOf(field: Attribute['field'], contact: AisRecord, now: number): string | number | null {
  if (field === 'age_min') return (now - Date.parse(contact.observed_at)) / 60_000
  if (field === 'source_count') return contact.sources_seen.length
  return contact[field]
}

function compare({ cmp, value: wanted }: Attribute, value: string | number | null): Verdict {
  if (cmp === 'exists') return (value !== null) === (wanted !== false)
  if (value === null || wanted === undefined) return null
  const is = (other: unknown) =>
    typeof value === 'number' ? value === Number(other) : value.toUpperCase() === String(other).toUpperCase()
  const list = Array.isArray(wanted) ? wanted : [wanted]
  const first = list[0]!
  const order = typeof value === 'number' ? value - Number(first) : value.localeCompare(String(first))
  switch (cmp) {
    case 'eq':
      return is(first)
    case 'ne':
      return !is(first)
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    case 'between':
      return list.length < 2 ? null : order >= 0 && Number(value) <= Number(list[1])
    case 'in':
      return list.some(is)
    case 'nin':
      return !list.some(is)
    case 'contains':
      return String(value).toUpperCase().includes(String(first).toUpperCase())
    case 'starts':
      return String(value).toUpperCase().startsWith(String(first).toUpperCase())
  }
}
