import type { Visit } from '@samudra/nautical/visit'
import type { Memory } from './memory.ts'
import type { StaticClass } from './static-class.ts'

/** A memory as it was when everything up to an instant was taken; she is put back to it when something late comes. */
export type Kept = {
  memory: Memory
  visits: Visit[]
  at: number
  /** Her last entry in the log then, or one before it. */
  entry: number
}

/** A ship under evaluation. */
export type Ship = {
  readonly number: number
  memory: Memory
  /** Which conditions can concern her, by what she is. */
  staticClass: StaticClass | null
  /** Her last entry in the log, -1 for none. */
  entry: number
  /** The latest of all that was taken, by time. */
  latestAt: number
  /** Memories to go back to, the older one first. */
  kept: Kept[]
}
