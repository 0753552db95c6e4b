import type { Op } from '@samudra/contract/kernel'
import type { Misfit } from '@samudra/contract/misfits'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { Refused, call } from './call.ts'
import { makeStale } from './stale.ts'

/**
 * Returns the answer of an operation, cached by its name and input; `keep` shows the last one while another is
 * fetched. It is queried again every `everyMs`, which may depend on the present answer.
 */
export function useAnswer<In, Out>(
  op: Op<In, Out>,
  input: In,
  options: { enabled?: boolean; everyMs?: number | ((last: Out | undefined) => number); keep?: boolean } = {},
) {
  const { everyMs } = options
  return useQuery({
    queryKey: [op.name, input],
    queryFn: ({ signal }) => call(op, input, { signal }),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(everyMs === undefined
      ? {}
      : {
          refetchInterval:
            typeof everyMs === 'number'
              ? everyMs
              : (query: { state: { data: Out | undefined } }) => everyMs(query.state.data),
        }),
    ...(options.keep === true ? { placeholderData: keepPreviousData } : {}),
  })
}

/** Queries the same operation for several inputs; each answer has the place of its input. */
export function useAnswers<In, Out>(op: Op<In, Out>, inputs: readonly In[], everyMs?: number) {
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: [op.name, input],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(op, input, { signal }),
      ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    })),
  })
}

/** Returns a function that marks answers of these operations as old, so that their components query again. */
export function useStale() {
  const queries = useQueryClient()
  return useCallback(
    (...ops: { name: string }[]) => {
      for (const op of ops) makeStale(queries, op)
    },
    [queries],
  )
}

/** Fault of an action, for its form. */
export type Fault = {
  message: string
  fields: Misfit[]
  code: string | null
  data: unknown
  requestId: string | null
}

/** Runs something once at a time and keeps why it failed. */
export function useAction<Given extends unknown[]>(work: (...given: Given) => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const running = useRef(false)
  const run = async (...given: Given): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    setBusy(true)
    setFault(null)
    try {
      await work(...given)
      return true
    } catch (error) {
      setFault(faultOf(error))
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, isBusy, fault, clear: () => setFault(null) }
}

export function faultOf(error: unknown): Fault {
  if (error instanceof Refused)
    return {
      message: error.message,
      fields: error.fields,
      code: error.code,
      data: error.data,
      requestId: error.requestId,
    }
  return { message: (error as Error).message, fields: [], code: null, data: null, requestId: null }
}

/** Why one field was refused, or nothing. */
export const faultAt = (fault: Fault | null, field: string) =>
  fault?.fields.find((one) => one.field === field || one.field.startsWith(`${field}.`))?.why
