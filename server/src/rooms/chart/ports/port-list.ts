import { countryNameOf } from '@samudra/nautical/iso-countries'
import { plain } from '@samudra/contract/near-text'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { answering, type Answer, type Query } from '../../../sea/name-search.ts'
import type { CallPort } from '../../../sea/port-areas.ts'
import { knownPort, type HeldPort, type KnownPort, type PortBody } from './port.ts'

/** A port with the outlines of its anchorages as one. */
export type JudgedPort = Omit<KnownPort, 'anchorages'> & CallPort

type Made = {
  changes: number
  ports: KnownPort[]
  judged: JudgedPort[]
  byId: Map<string, KnownPort>
  byLocode: Map<string, HeldPort>
  named: { version: string; ports: { id: string; locode: string; name: string }[] }
}

/** Data derived from the ports, rebuilt only when one of them changed. */
export class PortList {
  readonly objects: Objects<PortBody>
  #made: Made | null = null
  readonly #names = new WeakMap<HeldPort, string[]>()

  constructor(objects: Objects<PortBody>) {
    this.objects = objects
  }

  all(): readonly KnownPort[] {
    return this.#now().ports
  }
  judged(): readonly JudgedPort[] {
    return this.#now().judged
  }
  byId(id: string): KnownPort | undefined {
    return this.#now().byId.get(id)
  }
  withLocode(locode: string): HeldPort | undefined {
    return this.#now().byLocode.get(locode)
  }
  named() {
    return this.#now().named
  }

  #now(): Made {
    const { changes } = this.objects
    if (this.#made?.changes === changes) return this.#made
    const held = [...this.objects.all()]
    const ports = held.map(knownPort)
    const version = held.reduce((newest, { known_from }) => Math.max(newest, known_from.getTime()), 0)
    const named = ports
      .map(({ id, locode, name }) => ({ id, locode, name }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    this.#made = {
      changes,
      ports,
      judged: ports.map(({ anchorages, ...port }) => ({
        ...port,
        anchorages: anchorages.flatMap(({ outline }) => outline),
      })),
      byId: new Map(ports.map((port) => [port.id, port])),
      byLocode: new Map(held.flatMap((port) => (port.body.locode === '' ? [] : [[port.body.locode, port]]))),
      named: { version: `${held.length}.${version}`, ports: named },
    }
    return this.#made
  }

  namesOf = (port: HeldPort): string[] => {
    const known = this.#names.get(port)
    if (known !== undefined) return known
    const { name, alias, locode } = port.body
    // Crews write the code in one word or in two.
    const codes = locode === '' ? [] : [locode, `${locode.slice(0, 2)} ${locode.slice(2)}`]
    const names = [name, ...alias, ...codes].map(plain)
    this.#names.set(port, names)
    return names
  }

  /** Returns a test of whether a port matches a query, as in the search. */
  finder(query: Query): (port: HeldPort) => boolean {
    const found = new Set(this.find(query).map(({ found }) => ('id' in found ? found.id : '')))
    return ({ id }) => found.has(id)
  }

  find(query: Query): Answer[] {
    return answering(query, this.objects.all(), this.namesOf, ({ id, body }) => {
      const { name, locode, country, alias, lat, lon } = body
      const words = ['Port', locode, countryNameOf(country), ...alias].filter((word) => word !== '')
      return {
        found: {
          kind: 'port',
          id,
          label: name,
          detail: words.join(' · '),
          locode,
          latitude: lat,
          longitude: lon,
        },
        at: { lat, lon },
      }
    })
  }
}
