import type { Misfit } from '../misfits.ts'
import type { Code } from './messages.ts'

/** Envelope of every answer. `Status` false with an empty Message means MESSAGES.statusFalse. */
export type Envelope<T> =
  | { Status: true; Data: T; Message: string; RequestId: string }
  | { Status: false; Data: unknown; Message: string; Code: Code; RequestId: string; fields?: Misfit[] }
