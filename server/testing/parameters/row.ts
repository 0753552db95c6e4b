import type { Op } from '@samudra/contract/kernel'
import type { Sea, CallAnswer } from './sea.ts'

export type Input = Record<string, unknown>
/** Parameter cases of one operation: only what neither its example nor its schema provides. */
export type Row = {
  /** Returns an input that succeeds where the example fails; created again for every call of what changes something. */
  base?: (sea: Sea) => Input | Promise<Input>
  /** Another value of a field by its path, or how it is made, where those of the schema change nothing. */
  other?: Record<string, unknown>
  /** File of the test that tries the fields in place of this one: by their paths, or all that `other` does not name. */
  elsewhere?: string | Record<string, string>
  /** Reads further effects that the answer does not show. */
  state?: (sea: Sea, input: Input, answer: CallAnswer) => Promise<unknown>
  /** Returns the token of the call. */
  by?: (sea: Sea) => Promise<string>
  /** Bytes after the fields of the call, for uploads. */
  bytes?: Uint8Array
}
export type Made = (sea: Sea, base: Input, ask: (input: Input) => Promise<CallAnswer>) => unknown

/** Declares the cases of an operation, in the list `CASES` of a file `<room>.cases.ts` beside the room. */
export const parameterCase = <In, Out>({ name }: Op<In, Out>, row: Row) => ({ name, row })
export type ParameterCase = ReturnType<typeof parameterCase>
