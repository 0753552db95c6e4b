import type { Said } from './rule-unit.ts'

/** What is said, and that something said before is not so, now that more is known. */
export type Change = Said | (Omit<Said, 'what'> & { what: 'REVISED' })

const byHit = (said: readonly Said[]) => {
  const hits = new Map<string, Said[]>()
  for (const one of said) {
    const known = hits.get(one.id)
    if (known === undefined) hits.set(one.id, [one])
    else known.push(one)
  }
  return hits
}

/** What has to be told where one thing was said of a time, and another is said of it now. */
export function differences(before: readonly Said[], now: readonly Said[]): Change[] {
  const [were, are] = [byHit(before), byHit(now)]
  const changes: Change[] = []
  for (const [id, said] of were) {
    if (are.has(id)) continue
    const last = said.at(-1)!
    if (said[0]!.what === 'HIT') changes.push({ ...last, what: 'REVISED' })
    else {
      // It began before that time: it stands as it stood then.
      const stood = said[0]!.what === 'CLEARED' ? 'AGAIN' : 'CLEARED'
      if (last.what !== stood) changes.push({ ...last, what: stood })
    }
  }
  for (const [id, said] of are) {
    const [was, is] = [were.get(id)?.at(-1), said.at(-1)!]
    if (was === undefined) changes.push(...said)
    else if (was.what !== is.what || was.at !== is.at) changes.push(is)
  }
  return changes
}

/** How hits stand, as what was said of them later than an instant: that they are over or come again, and that they began. */
export const saidSince = (standing: readonly Said[], from: number): Said[] =>
  standing.flatMap((one) => {
    if (one.at <= from) return []
    return one.firstAt > from && one.what !== 'HIT'
      ? [{ ...one, what: 'HIT' as const, at: one.firstAt }, one]
      : [one]
  })
