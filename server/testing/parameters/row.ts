import type { Op } from '@samudra/contract/kernel'
import type { Sea, CallAnswer } from './sea.ts'

export type Input = Record<string, unknown>
/** Parameter cases of one operation. */
export type Row = {
  /** An input that is answered, where the example is refused; made anew for every call of what changes something. */
  base?: (sea: Sea) => Input | Promise<Input>
  /** For each field by its path another value, or how it is made; `'elsewhere: FILE'` names the test that tries it. */
  other?: Record<string, unknown>
  /** Reads further effects that the answer does not show. */
  state?: (sea: Sea, input: Input, told: CallAnswer) => Promise<unknown>
  /** Returns the token of the call. */
  by?: (sea: Sea) => Promise<string>
  /** Bytes after the fields of the call, for uploads. */
  bytes?: Uint8Array
}
export type Made = (sea: Sea, base: Input, ask: (input: Input) => Promise<CallAnswer>) => unknown

/** Says so, in the list `TRIALS` of a file `<room>.trials.ts` beside the room; an operation that needs no words has none. */
export const parameterCase = <In, Out>({ name }: Op<In, Out>, row: Row) => ({ name, row })
export type ParameterCase = ReturnType<typeof parameterCase>
