import type { Op } from '@samudra/contract/kernel'
import { useEffect } from 'react'
import { useAnswer, useStale } from './use-answer.ts'

/** Every version of something people edit; read again once a later one than the last is known. */
export function useVersions<Of extends { version: number }>(
  op: Op<{ id: string }, { items: Of[] }>,
  { id, version }: { id: string; version: number },
) {
  const answer = useAnswer(op, { id }, { keep: true })
  const stale = useStale()
  const last = answer.data?.items.at(-1)?.version
  useEffect(() => {
    if (last !== undefined && last < version) stale(op)
  }, [op, last, version, stale])
  return answer
}
