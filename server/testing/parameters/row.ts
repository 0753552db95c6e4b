import type { Op } from '@samudra/contract/kernel'
import type { Sea, Told } from './sea.ts'

export type Input = Record<string, unknown>
/** How the parameters of one operation are tried. */
export type Row = {
  /** An input that is answered, where the example is refused; made anew for every call of what changes something. */
  base?: (sea: Sea) => Input | Promise<Input>
  /** For each field by its path another value, or how it is made; `'elsewhere: FILE'` names the test that tries it. */
  other?: Record<string, unknown>
  /** What else is so afterwards, where the answer does not tell. */
  state?: (sea: Sea, input: Input, told: Told) => Promise<unknown>
  /** Whose token it is called with. */
  by?: (sea: Sea) => Promise<string>
  /** What follows a call that brings a file. */
  bytes?: Uint8Array
}
export type Made = (sea: Sea, base: Input, ask: (input: Input) => Promise<Told>) => unknown

/** Says so, in the list `TRIALS` of a file `<room>.trials.ts` beside the room; an operation that needs no words has none. */
export const trial = <In, Out>({ name }: Op<In, Out>, row: Row) => ({ name, row })
export type Trial = ReturnType<typeof trial>
