import { PortAreas, type CallPort } from '../../../sea/port-areas.ts'
import { DeclaredPorts, type NamedPort } from './declared-port.ts'

type ListedPort = CallPort & NamedPort
type List = readonly ListedPort[]

/** Ports as they stand, made ready once for each change of them: where they lie, and how crews call them. */
export class ReadyPorts {
  readonly #list: () => List
  #declared: { of: List; made: DeclaredPorts } | null = null

  /** `list` gives the same array until a port is changed. */
  constructor(list: () => List) {
    this.#list = list
  }

  get areas(): PortAreas {
    return PortAreas.of(this.#list())
  }

  get declared(): DeclaredPorts {
    const of = this.#list()
    if (this.#declared?.of !== of) this.#declared = { of, made: new DeclaredPorts(of) }
    return this.#declared.made
  }
}
