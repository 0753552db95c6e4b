import type { Caller } from '../http/caller.ts'
import type { Held } from '../objects/object-rules.ts'
import type { Objects } from '../objects/objects.ts'

/** Period whose every instant is queried, ends included: with the knowledge of each instant, or of one; epoch ms. */
export type Period = { from: number; to: number; believedAt?: number }

/** Returns the first and the last instant whose knowledge is queried. */
export const knowledgeSpan = ({ from, to, believedAt }: Period): [Date, Date] => [
  new Date(believedAt ?? from),
  new Date(believedAt ?? to),
]

/** From and until when something was believed; what is believed still has no end. */
type Version = { known_from: Date; known_to: Date | null }

/** Knowledge at each instant of a period, made of the versions of that time and cached until the next change. */
export class KnownVersions<One extends Version, Made> {
  /** When something else was believed than before, within the period, ascending; epoch ms. */
  readonly changes: readonly number[]
  readonly #slices: { from: number; versions: readonly One[]; made: Made | undefined }[]
  readonly #make: (versions: readonly One[]) => Made
  #last: number

  constructor(versions: readonly One[], period: Period, make: (versions: readonly One[]) => Made) {
    const [from, to] = knowledgeSpan(period).map((at) => at.getTime()) as [number, number]
    const changes = new Set<number>()
    for (const { known_from, known_to } of versions)
      for (const change of [known_from.getTime(), known_to?.getTime() ?? Infinity])
        if (change > from && change <= to) changes.add(change)
    this.changes = [...changes].sort((a, b) => a - b)
    this.#slices = [from, ...this.changes].map((at) => ({
      from: at,
      versions: versions.filter((one) => isKnownAt(one, at)),
      made: undefined,
    }))
    this.#make = make
    this.#last = 0
  }

  /** Returns the knowledge at an instant, limited to the period. */
  at(instant: number): Made {
    const slices = this.#slices
    let i = this.#last
    while (i > 0 && slices[i]!.from > instant) i--
    while (i + 1 < slices.length && slices[i + 1]!.from <= instant) i++
    this.#last = i
    const slice = slices[i]!
    return (slice.made ??= this.#make(slice.versions))
  }
}

export const isKnownAt = ({ known_from, known_to }: Version, at: number) =>
  known_from.getTime() <= at && (known_to === null || known_to.getTime() > at)

/** Later than any change. */
const EVER = new Date('4000-01-01T00:00:00Z')

/**
 * The versions for a period of what lies in the sea whether or not anybody has drawn it yet: before it was drawn it is
 * taken as it was drawn first. What was removed since is there as long as it was believed.
 */
export async function versionsFor<Body>(
  objects: Objects<Body>,
  caller: Caller,
  period: Period,
): Promise<Held<Body>[]> {
  if (period.believedAt !== undefined) return objects.during(...knowledgeSpan(period), caller)
  const begin = new Date(period.from)
  const versions = await objects.during(begin, EVER, caller)
  const isStored = new Set(versions.flatMap(({ id, known_to }) => (known_to === null ? [id] : [])))
  const seen = new Set<string>()
  return versions.map((one) => {
    const isFirst = !seen.has(one.id)
    seen.add(one.id)
    return isFirst && isStored.has(one.id) && one.known_from > begin ? { ...one, known_from: begin } : one
  })
}
