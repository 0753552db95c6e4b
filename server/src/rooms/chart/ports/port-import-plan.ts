import { USUAL_RADIUS_NM } from '@samudra/contract/ports'
import { metresBetween } from '@samudra/nautical/geodesy'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { planItems, type Planned, type PlannedEffect } from '../../../platform/kernel/objects/dry-runs.ts'
import { plain } from '@samudra/contract/near-text'
import type { HeldPort, PortBody } from './port.ts'
import type { PortRow } from './read-port-table.ts'

/** Two of one name in one country and so near are one port. */
const SAME_NM = 10
/** So far apart the positions of one port may be, and mean the same. */
const HERE_NM = 0.3
const MOST_ALIAS = 30
const MOST_FACILITIES = 50

type Stated = { source: string; moves: boolean }

/** Describes for each port of a file what its commit does, and changes nothing. */
export function planPorts(rows: readonly PortRow[], text: Stated, existing: Iterable<HeldPort>) {
  const known = new Known(existing)
  return planItems(rows, {
    row: ({ line, name, locode, country }) => ({ line, name, locode, country }),
    key: ({ locode, country, name }) => locode || `${country} ${plain(name)}`,
    place: ({ line }) => `line ${line}`,
    effect: (row) => effectOf(row, text, known.find(row)),
  })
}

function effectOf(row: PortRow, text: Stated, port: HeldPort | undefined): PlannedEffect<Planned<PortBody>> {
  const { lat, lon } = row
  if (port === undefined)
    return lat === null || lon === null
      ? { action: 'skip', why: 'has no position and is unknown' }
      : { action: 'add', why: '', step: { body: bodyOf(row, lat, lon, text.source) } }
  if (isCorrected(port))
    return { action: 'skip', why: `${port.updated_by} corrected this port. Change it manually` }
  const { body, why } = changed(port.body, row, text)
  return body === null
    ? { action: 'skip', why }
    : { action: 'change', why, step: { body, id: port.id, version: port.version } }
}

/** Returns true for a port that an administrator corrected: no file changes it. */
const isCorrected = ({ version, body }: HeldPort) => version > 0 && body.origin === 'HAND'

class Known {
  readonly #byCode = new Map<string, HeldPort>()
  readonly #byName = new Map<string, HeldPort[]>()

  constructor(ports: Iterable<HeldPort>) {
    for (const port of ports) {
      const { locode, country, name, alias } = port.body
      if (locode !== '') this.#byCode.set(locode, port)
      for (const one of new Set([name, ...alias].map(plain))) {
        // Codes that a port had before stand among its names.
        if (/^[A-Z]{2}[A-Z2-9]{3}$/.test(one) && !this.#byCode.has(one)) this.#byCode.set(one, port)
        const key = `${country} ${one}`
        this.#byName.set(key, [...(this.#byName.get(key) ?? []), port])
      }
    }
  }

  find({ locode, country, name, lat, lon }: PortRow): HeldPort | undefined {
    const byCode = locode === '' ? undefined : this.#byCode.get(locode)
    if (byCode !== undefined || lat === null || lon === null) return byCode
    return this.#byName
      .get(`${country} ${plain(name)}`)
      ?.find(({ body }) => (locode === '' || body.locode === '') && nmBetween(body, { lat, lon }) <= SAME_NM)
  }
}
type Place = { lat: number; lon: number }
const nmBetween = (a: Place, b: Place) => metresBetween(a.lat, a.lon, b.lat, b.lon) / METRES_PER_NM

const bodyOf = (row: PortRow, lat: number, lon: number, source: string): PortBody => ({
  name: row.name,
  locode: row.locode,
  country: row.country,
  lat,
  lon,
  alias: row.alias,
  geometry: null,
  anchorages: [],
  radius_nm: USUAL_RADIUS_NM,
  time_zone: '',
  facilities: row.facilities,
  contacts: [],
  source,
  origin: 'FILE',
})

/** Returns what the file adds to a known port; its outlines and its name stay. */
function changed(
  before: PortBody,
  row: PortRow,
  { source, moves }: Stated,
): { body: PortBody | null; why: string } {
  const names = new Set([before.name, ...before.alias].map(plain))
  const alias = [row.name, ...row.alias].filter((name) => !names.has(plain(name)))
  const facilities = row.facilities.filter((one) => !before.facilities.includes(one))
  const nm = row.lat === null || row.lon === null ? 0 : nmBetween(before, { lat: row.lat, lon: row.lon })
  const isMoved = moves && nm > HERE_NM && before.geometry === null
  const away =
    nm <= HERE_NM
      ? []
      : [
          isMoved
            ? `moves it by ${nm.toFixed(1)} NM`
            : `is ${nm.toFixed(1)} NM away, ${before.geometry === null ? 'not moved' : 'not moved: a harbour is drawn here'}`,
        ]
  const isNew =
    alias.length > 0 || facilities.length > 0 || isMoved || (before.locode === '' && row.locode !== '')
  if (!isNew) return { body: null, why: ['is unchanged', ...away].join('; ') }
  const adds = [
    ...(before.locode === '' && row.locode !== '' ? ['its code'] : []),
    ...(alias.length > 0 ? ['other names'] : []),
    ...(facilities.length > 0 ? ['facilities'] : []),
  ]
  return {
    body: {
      ...before,
      locode: before.locode || row.locode,
      alias: [...before.alias, ...alias].slice(0, MOST_ALIAS),
      facilities: [...before.facilities, ...facilities].slice(0, MOST_FACILITIES),
      ...(isMoved ? { lat: row.lat!, lon: row.lon!, source } : {}),
      origin: 'FILE',
    },
    why: [...(adds.length > 0 ? [`adds ${adds.join(', ')}`] : []), ...away].join('; '),
  }
}
