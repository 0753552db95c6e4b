import { PortAreas, type CallPort } from '../sea/port-areas.ts'
import { DeclaredPorts, type NamedPort } from './declared-port.ts'

type ListedPort = CallPort & NamedPort
type List = readonly ListedPort[]

/** Ports as they stand, made ready once for each change of them: where they lie, and how crews call them. */
export class ReadyPorts {
  readonly #list: () => List
  #areas: { of: List; made: PortAreas } | null = null
  #declared: { of: List; made: DeclaredPorts } | null = null

  /** `list` gives the same array until a port is changed. */
  constructor(list: () => List) {
    this.#list = list
  }

  async areas(): Promise<PortAreas> {
    const of = this.#list()
    if (this.#areas?.of === of) return this.#areas.made
    this.#areas = { of, made: await PortAreas.of(of) }
    return this.#areas.made
  }

  get declared(): DeclaredPorts {
    const of = this.#list()
    if (this.#declared?.of !== of) this.#declared = { of, made: new DeclaredPorts(of) }
    return this.#declared.made
  }
}
