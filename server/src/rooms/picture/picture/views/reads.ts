import { FOUND_ANOMALIES, type AisFilter, type FilterNode, type FoundAnomaly } from '@samudra/contract/filter'
import { NO_ROW, type ContactStore } from '../contacts/contact-store.ts'
import { grown } from '../contacts/grow.ts'

type Field = Extract<FilterNode, { k: 'attr' }>['field']
type Anomaly = NonNullable<AisFilter['anomalies']>[number]

/** Parts of a contact that can change, as bits; a filter reads some of them. */
export const READS = {
  /** Presence of the contact: starts or ends every result. */
  THERE: 1,
  WHO: 2,
  MARKS: 4,
  PLACE: 8,
  SPEED: 16,
  COURSE: 32,
  STATUS: 64,
  SOURCE: 128,
  HEARD: 256,
} as const
const ALL = 511

const OF_FIELD: Record<Field, number> = {
  mmsi: 0,
  country: 0,
  imo: READS.WHO,
  ship_name: READS.WHO,
  call_sign: READS.WHO,
  ship_type: READS.WHO,
  destination: READS.WHO,
  length: READS.WHO,
  beam: READS.WHO,
  draught: READS.WHO,
  nav_status: READS.STATUS,
  sog: READS.SPEED,
  cog: READS.COURSE,
  true_heading: READS.COURSE,
  latitude: READS.PLACE,
  longitude: READS.PLACE,
  age_min: READS.HEARD,
  source: READS.SOURCE,
  source_count: 0,
  // By which: below.
  anomaly: 0,
}
const OF_ANOMALY: Record<Anomaly, number> = {
  BLACKLIST: READS.MARKS,
  IMO_MISMATCH: READS.MARKS,
  MMSI_DUPLICATE: READS.MARKS,
  ILLEGAL_MMSI: READS.MARKS,
  NAME_MISMATCH: READS.MARKS,
  AREA_OF_INTEREST: READS.PLACE,
  ...(Object.fromEntries(FOUND_ANOMALIES.map((one) => [one, 0])) as Record<FoundAnomaly, number>),
}
/** Fields that change with time or apart from contacts: areas, findings, number of receiving sources. */
const SWEPT: readonly (Field | Anomaly)[] = [
  'age_min',
  'source_count',
  'AREA_OF_INTEREST',
  ...FOUND_ANOMALIES,
]

/**
 * Returns the contact parts that a filter reads, as bits of READS, and whether its result can change without a contact
 * change.
 */
export function readsOf(filter: AisFilter): { reads: number; isSwept: boolean } {
  const fields = new Set<Field>()
  const anomalies = new Set<Anomaly>(filter.anomalies)
  const walk = (node: FilterNode) => {
    if ('op' in node) return node.of.forEach(walk)
    fields.add(node.field)
    if (node.field !== 'anomaly') return
    const named = [node.value ?? []].flat()
    const query = Object.keys(OF_ANOMALY) as Anomaly[]
    for (const one of query) if (node.cmp === 'exists' || named.includes(one)) anomalies.add(one)
  }
  if (filter.expr !== undefined) walk(filter.expr)
  const clauses: [unknown, Field][] = [
    [filter.time_filter, 'age_min'],
    [filter.ship_types, 'ship_type'],
    [filter.nav_status, 'nav_status'],
    [filter.sources, 'source'],
    [filter.speed, 'sog'],
    [filter.length, 'length'],
    [filter.beam, 'beam'],
    [filter.draught, 'draught'],
    [filter.destination, 'destination'],
    [filter.area, 'latitude'],
  ]
  for (const [query, field] of clauses) if (query !== undefined) fields.add(field)
  const bits = [...[...fields].map((one) => OF_FIELD[one]), ...[...anomalies].map((one) => OF_ANOMALY[one])]
  return {
    reads: bits.reduce((sum, bit) => sum | bit, READS.THERE),
    isSwept: [...fields, ...anomalies].some((one) => SWEPT.includes(one)),
  }
}

/** Values last read from each contact, in columns, for detection of changes. */
export class LastRead {
  #capacity = 0
  #mmsi = new Uint32Array(0)
  #name = new Float64Array(0)
  #flags = new Uint16Array(0)
  #lat = new Int32Array(0)
  #lon = new Int32Array(0)
  #sog = new Uint16Array(0)
  #cog = new Uint16Array(0)
  #heading = new Uint16Array(0)
  #status = new Uint8Array(0)
  #source = new Uint16Array(0)

  /** Returns the changes of a contact since the last call, as bits of READS; stores its present values. */
  changesOf(store: ContactStore, id: number): number {
    if (id >= this.#capacity) this.#grow(store.used)
    const row = store.shown[id]!
    if (store.isAlive[id] === 0 || row === NO_ROW) {
      this.#mmsi[id] = 0
      return ALL
    }
    const { rows } = store
    let changed = READS.HEARD as number
    if (this.#mmsi[id] !== store.mmsi[id]!) changed = ALL
    if (this.#name[id] !== store.nameSeq[id]!) changed |= READS.WHO
    if (this.#flags[id] !== store.flags[id]!) changed |= READS.MARKS
    if (this.#lat[id] !== rows.lat[row]! || this.#lon[id] !== rows.lon[row]!) changed |= READS.PLACE
    if (this.#sog[id] !== rows.sog[row]!) changed |= READS.SPEED
    if (this.#cog[id] !== rows.cog[row]! || this.#heading[id] !== rows.heading[row]!) changed |= READS.COURSE
    if (this.#status[id] !== rows.navStatus[row]!) changed |= READS.STATUS
    if (this.#source[id] !== rows.source[row]!) changed |= READS.SOURCE
    this.#mmsi[id] = store.mmsi[id]!
    this.#name[id] = store.nameSeq[id]!
    this.#flags[id] = store.flags[id]!
    this.#lat[id] = rows.lat[row]!
    this.#lon[id] = rows.lon[row]!
    this.#sog[id] = rows.sog[row]!
    this.#cog[id] = rows.cog[row]!
    this.#heading[id] = rows.heading[row]!
    this.#status[id] = rows.navStatus[row]!
    this.#source[id] = rows.source[row]!
    return changed
  }

  #grow(used: number) {
    const to = Math.max(1024, used * 2)
    this.#mmsi = grown(this.#mmsi, to)
    this.#name = grown(this.#name, to)
    this.#flags = grown(this.#flags, to)
    this.#lat = grown(this.#lat, to)
    this.#lon = grown(this.#lon, to)
    this.#sog = grown(this.#sog, to)
    this.#cog = grown(this.#cog, to)
    this.#heading = grown(this.#heading, to)
    this.#status = grown(this.#status, to)
    this.#source = grown(this.#source, to)
    this.#capacity = to
  }
}
