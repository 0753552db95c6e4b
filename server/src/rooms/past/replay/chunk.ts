import type { Matchable } from '@samudra/contract/filter-match'
import {
  GAP_MS,
  type ContentDigest,
  PICTURE_AGE_MS,
  ReplayWriter,
  TICK_MS,
  type Knowledge,
  type ReplayContact,
} from '@samudra/contract/wire/replay-chunk'
import { shipGroupIndex } from '@samudra/nautical/ship-types'
import { FLAG, illegalMmsiFlag, kindOfReport } from '../../../sea/marks.ts'
import type { Places, PlacesChanges } from '../../../sea/filter-lookup.ts'
import type { CallerVisibility } from '../../../platform/kernel/http/caller-visibility.ts'
import { fixBatch, type FixBatch } from '../../../sea/fix-batch.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import type { PastNames } from '../../../sea/names.ts'
import { Emitted } from './emission.ts'
import { Identity, type Course, type Identities, type KnownIdentities } from './identities.ts'
import type { IdentityRow } from '../../../sea/identities.sql.ts'
import { span } from '../../../sea/contact-values.ts'
import { PastValues } from './past-values.ts'
import { copyRow, SourcesOfContact, type Ranked } from './sources-of-contact.ts'
import { REPLAYED, timeOf } from './replay-knowledge.ts'
import { ByContact, eachContact, STEPS_AT_ONCE, type Pauses } from './walk.ts'

/** Time after the end within which most contacts are received again; the search for others covers a gap. */
const SOON_MS = 3 * 60_000
/** Flags that result from comparing contacts and sources; a caller with limited visibility does not receive them. */
const COMPARED = FLAG.IMO_MISMATCH | FLAG.NAME_MISMATCH | FLAG.DUPLICATE_FLAG

/** Content of a replay and its audience. */
export type Shown = {
  knowledge: Knowledge
  knownBy: number
  stepMs: number
  visibility: CallerVisibility
  /** Numbers of the sources the caller may see; null for all. */
  sources: readonly number[] | null
  tests: readonly { passes: (contact: Matchable) => boolean | null }[]
  isInBox: (lat: number, lon: number) => boolean
  places: Places & Pick<PlacesChanges, 'changesOf'>
  ranked: Ranked
  /** Instants at which feed ranks or filter inputs changed as known; epoch ms, ascending. */
  changes: readonly number[]
  /** Ages of the fix shown, ms and ascending, at which the same is so. */
  ages: readonly number[]
  blacklistedAt: (mmsi: number, at: number) => boolean
}
export type ChunkSources = { fixes: FixReader; names: PastNames; identities: Identities }

/** Period of a chunk; `base` is the knowledge at its beginning if already available. */
type Part = {
  from: number
  to: number
  base?: FixBatch | undefined
  /** Takes what is shown; of the first chunk also what is at its beginning, of the last one what comes after it. */
  content?: { digest: ContentDigest; isFirst: boolean; isLast: boolean } | undefined
}

export type Chunk = {
  bytes: Uint8Array<ArrayBuffer>
  /** The last fix of each source for each contact at the end: where the next chunk begins. Of one instant there is none. */
  end: FixBatch
  contacts: number
  rows: number
}

/** Everything that is shown between two instants. */
export async function buildChunk(reported: ChunkSources, shown: Shown, part: Part): Promise<Chunk> {
  const { from, to, base } = part
  const { knowledge, knownBy, sources } = shown
  const query = { by: timeOf(knowledge), knownBy, sources, order: 'CONTACT', columns: REPLAYED } as const
  const reading = readChunk(reported.fixes, query, { from, to, base })
  // The awaiting caller receives the failure.
  reading.catch(() => undefined)
  // A caller limited to zones does not receive later reports of a vessel.
  const isAsThen = knowledge === 'AS_KNOWN' || !shown.visibility.everywhere
  return reported.identities.use(isAsThen ? to : Math.max(to, knownBy), async (identities) => {
    const found = await reading
    const [base, between, next] = found
    const later = knowledge === 'AS_KNOWN' ? [] : await readLater(reported.fixes, query, to, found)
    // A changed name can change the filter result of a vessel within the chunk.
    const isQuery = isAsThen && to > from && shown.tests.length > 0
    const course = isQuery ? await reported.identities.course(from, to) : null
    const making = new Making({ ...reported, known: identities, course }, shown, part)
    const reads = [[base], between, next, later].map((part) => new ByContact(part))
    await eachContact(reads, (key) => making.contact(key, reads))
    return making.done()
  })
}

type Reading = Omit<Parameters<FixReader['readFixes']>[0], 'from' | 'to'>

/** The last fixes at the beginning, those up to the end, and as corrected those soon after it. */
async function readChunk(
  fixes: FixReader,
  query: Reading,
  { from, to, base }: { from: number; to: number; base: FixBatch | undefined },
): Promise<[FixBatch, FixBatch[], FixBatch[]]> {
  const isAsKnown = query.by === 'ARRIVAL'
  const { knownBy, sources, columns } = query
  // An arrival at the exact instant shown is known; an arrival at the beginning of a chunk appears within the chunk.
  const at = isAsKnown && from === to ? from + 1 : from
  const begin = { at, knownBy, sources, columns }
  if (from === to && !isAsKnown && base === undefined) {
    const { latest, next } = await fixes.around({ ...begin, until: to + SOON_MS })
    return [latest, [], [next]]
  }
  return Promise.all([
    base ?? fixes.latestAt({ ...begin, by: query.by }),
    read(fixes, { ...query, from, to }),
    isAsKnown ? [] : read(fixes, { ...query, from: to, to: to + SOON_MS }),
  ])
}

async function read(fixes: FixReader, query: Parameters<FixReader['readFixes']>[0]): Promise<FixBatch[]> {
  const batches: FixBatch[] = []
  for await (const batch of fixes.readFixes(query)) batches.push(batch)
  return batches
}

/** Returns the fixes up to the length of a gap for contacts not received soon after the end. */
async function readLater(
  fixes: FixReader,
  query: Reading,
  to: number,
  [base, between, soon]: Awaited<ReturnType<typeof readChunk>>,
): Promise<FixBatch[]> {
  const silent = new Set<number>()
  const [heard, ...lately] = [soon, [base], between].map((part) => new ByContact(part))
  await eachContact([heard!, ...lately], (key) => {
    let last = -Infinity
    for (const read of lately)
      read.pass(key, (fixes, i) => {
        last = Math.max(last, fixes.observedAt[i]!)
      })
    if (heard!.key !== key && to - last <= GAP_MS) silent.add(Math.floor(key / 256))
    heard!.pass(key, () => false)
  })
  if (silent.size === 0) return []
  return read(fixes, { ...query, from: to + SOON_MS, to: to + GAP_MS, mmsis: [...silent] })
}

/** When something that happens is shown; epoch ms. */
const nextTick = (at: number) => Math.ceil(at / TICK_MS) * TICK_MS

type Known = ChunkSources & { known: KnownIdentities; course: Course | null }

/** One chunk in the making: contact after contact is walked through its fixes and written. */
class Making {
  readonly #reported: Known
  readonly #shown: Shown
  readonly #from: number
  readonly #to: number
  readonly #content: Part['content']
  readonly #writer: ReplayWriter
  readonly #sources: SourcesOfContact
  readonly #emitted = new Emitted()
  readonly #values: PastValues
  readonly #maySee: (source: number) => boolean
  readonly #sourceIndex = new Map<number, number>()
  readonly #codes: string[] = []
  #end = fixBatch(4096)
  #total = 0
  #change = 0
  /** Identity changes of the current contact, and how many are already applied. */
  #learns: readonly (IdentityRow & { at: number })[] = []
  #learned = 0
  /** Instants at which filter inputs specific to the contact changed, and how many are already evaluated. */
  #own: readonly number[] = []
  #ownNext = 0
  /** The fix shown last of the contact at hand. */
  #last = -1
  /** Instant up to which the filter was evaluated for the current contact. */
  #query = 0
  #contacts = 0
  #rows = 0

  constructor(reported: Known, shown: Shown, { from, to, content }: Part) {
    this.#reported = reported
    this.#shown = shown
    this.#from = from
    this.#to = to
    this.#content = content
    this.#writer = new ReplayWriter(from)
    this.#sources = new SourcesOfContact(shown.ranked)
    this.#values = new PastValues((number) => reported.names.sourceCode(number), shown.places)
    const seen = shown.sources === null ? null : new Set(shown.sources)
    this.#maySee = (source) => seen === null || seen.has(source)
  }

  *contact(key: number, [base, between, ...after]: readonly ByContact[]): Pauses {
    const { stepMs } = this.#shown
    const sources = this.#sources
    sources.forget(this.#from)
    this.#emitted.forget()
    base!.pass(key, (fixes, i) => sources.put(fixes, i))
    const course = this.#reported.course?.get(key)
    this.#learns = course?.changes ?? []
    this.#learned = 0
    this.#own = this.#shown.places.changesOf(Math.floor(key / 256), key % 256)
    this.#ownNext = 0
    const identity = new Identity(course?.first ?? this.#reported.known.of(key), this.#maySee)
    this.#last = -1
    if (sources.rows.count > 0) {
      const row = sources.shown()
      this.#last = sources.rows.fixId[row]!
      this.#show(Math.min(this.#timeOf(sources.rows, row), this.#from), row, identity, this.#from)
      if (this.#from - sources.rows.observedAt[row]! <= PICTURE_AGE_MS && this.#isSeen(row)) this.#total++
    }
    const begun = this.#emitted.rows.count
    this.#change = 0
    this.#query = this.#from
    yield* between!.each(key, (fixes, i) => this.#follow(fixes, i, identity))
    yield* this.#askAgain(this.#to, identity)
    if (this.#to > this.#from) this.#keepEnd()
    this.#emitted.thin(stepMs)
    const within = this.#emitted.rows.count
    // A contact first received after the end is not part of the chunk.
    let isFound = this.#emitted.rows.count === 0
    for (const read of after)
      if (isFound) read.pass(key, () => false)
      else isFound = yield* read.each(key, (fixes, i) => this.#seek(fixes, i, identity))
    if (this.#emitted.isAnyShown) this.#write(key, identity)
    this.#takeContent(key, begun, within)
  }

  /** Takes up a fix; returns true when another one is shown from then on. */
  *#follow(fixes: FixBatch, i: number, identity: Identity): Pauses<true | void> {
    yield* this.#askAgain(this.#timeOf(fixes, i), identity)
    this.#query = this.#timeOf(fixes, i)
    this.#sources.put(fixes, i)
    if (this.#turnTo(this.#sources.shown(), this.#timeOf(fixes, i), identity)) return true
  }

  /** Takes up a fix after the end; returns false when that is the next one shown. */
  *#seek(fixes: FixBatch, i: number, identity: Identity): Pauses<boolean> {
    return (yield* this.#follow(fixes, i, identity)) !== true
  }

  /** Takes what is shown of a contact: its rows from those at the beginning on, up to those after the end. */
  #takeContent(key: number, begun: number, within: number) {
    if (this.#content === undefined) return
    const { digest, isFirst, isLast } = this.#content
    const { rows } = this.#emitted
    const contact = { mmsi: Math.floor(key / 256), split: key % 256 }
    digest.add(contact, rows, isFirst ? 0 : begun, isLast ? rows.count : within)
  }

  done(): Chunk {
    const { knowledge } = this.#shown
    const head = { knowledge, to: this.#to, total: this.#total, sources: this.#codes }
    return { bytes: this.#writer.taken(head), end: this.#end, contacts: this.#contacts, rows: this.#rows }
  }

  /** Shows the fix of a row from an instant on; false where it is shown already. */
  #turnTo(row: number, at: number, identity: Identity): boolean {
    const { fixId } = this.#sources.rows
    if (fixId[row] === this.#last) return false
    this.#last = fixId[row]!
    this.#show(nextTick(at), row, identity, at)
    return true
  }

  /** When a fix takes the place of the one before. */
  #timeOf(fixes: FixBatch, i: number): number {
    return nextTick(this.#shown.knowledge === 'AS_KNOWN' ? fixes.recTime[i]! : fixes.observedAt[i]!)
  }

  #isSeen(row: number): boolean {
    const { rows } = this.#sources
    return this.#shown.visibility.place(rows.lat[row]! / 1e6, rows.lon[row]! / 1e6)
  }

  #show(at: number, row: number, identity: Identity, query = at) {
    const { rows } = this.#sources
    if (!this.#isSeen(row)) {
      identity.seenUntil = Math.min(identity.seenUntil, rows.observedAt[row]!)
      return this.#emitted.hide(at)
    }
    identity.seenUntil = Infinity
    const isShown = this.#passes(row, identity, query)
    this.#emitted.show(at, rows, row, this.#indexOf(rows.source[row]!), isShown)
  }

  /** Returns true if the fix of a row passes the filter at an instant. */
  #passes(row: number, identity: Identity, query: number): boolean {
    const { rows } = this.#sources
    const { tests, isInBox } = this.#shown
    if (!isInBox(rows.lat[row]! / 1e6, rows.lon[row]! / 1e6)) return false
    if (tests.length === 0) return true
    const values = this.#values.at(identity, this.#flags(row, identity, query), rows, row, query)
    return tests.every((test) => test.passes(values) === true)
  }

  /**
   * Re-evaluates the contact after each change of ranks or filter inputs up to an instant. From then on another fix
   * may be current, or the fix may be shown or hidden.
   */
  *#askAgain(upTo: number, identity: Identity): Pauses {
    const { changes, ages } = this.#shown
    const { rows } = this.#sources
    let steps = 0
    while (
      ages.length > 0 ||
      this.#change < changes.length ||
      this.#ownNext < this.#own.length ||
      this.#learned < this.#learns.length
    ) {
      const change = changes[this.#change] ?? Infinity
      const own = this.#own[this.#ownNext] ?? Infinity
      const learns = this.#learns[this.#learned]
      let row = rows.count === 0 ? -1 : this.#sources.shown()
      const at = Math.min(
        change,
        own,
        learns?.at ?? Infinity,
        row < 0 ? Infinity : this.#nextAge(rows.observedAt[row]!),
      )
      if (at > upTo || at === Infinity) return
      if (++steps % STEPS_AT_ONCE === 0) yield
      if (learns?.at === at) {
        this.#learned++
        identity.learn(learns)
      }
      if (at === own) this.#ownNext++
      if (at === change) {
        this.#change++
        this.#sources.rankAt(at)
        if (row >= 0) row = this.#sources.shown()
      }
      this.#query = Math.max(this.#query, at)
      if (row < 0 || this.#turnTo(row, at, identity) || !this.#isSeen(row)) continue
      const isShown = this.#passes(row, identity, at)
      if (isShown !== this.#emitted.isShown)
        this.#emitted.show(nextTick(at), rows, row, this.#indexOf(rows.source[row]!), isShown)
    }
  }

  /** Returns the next instant at which a fix reaches an age that the filter uses. */
  #nextAge(observedAt: number): number {
    for (const age of this.#shown.ages) if (observedAt + age > this.#query) return observedAt + age
    return Infinity
  }

  #flags(row: number, identity: Identity, at: number): number {
    const { rows } = this.#sources
    const mmsi = rows.mmsi[row]!
    const flags =
      identity.marks |
      illegalMmsiFlag(mmsi, rows.type[row]!) |
      (rows.split[row]! > 0 ? FLAG.DUPLICATE_FLAG : 0) |
      (this.#shown.blacklistedAt(mmsi, at) ? FLAG.BLACKLIST : 0)
    return this.#shown.visibility.all ? flags : flags & ~COMPARED
  }

  #indexOf(source: number): number {
    const known = this.#sourceIndex.get(source)
    if (known !== undefined) return known
    const index = this.#codes.length
    this.#sourceIndex.set(source, index)
    if (index < 256) this.#codes.push(this.#reported.names.sourceCode(source))
    return index
  }

  #keepEnd() {
    const { rows } = this.#sources
    if (this.#end.count + rows.count > this.#end.capacity) {
      const larger = fixBatch(this.#end.capacity * 2)
      for (let i = 0; i < this.#end.count; i++) copyRow(this.#end, i, larger, i)
      larger.count = this.#end.count
      this.#end = larger
    }
    for (let row = 0; row < rows.count; row++) copyRow(rows, row, this.#end, this.#end.count++)
  }

  #write(key: number, identity: Identity) {
    const { rows } = this.#sources
    const { rows: emitted } = this.#emitted
    const last = rows.count === 0 ? 0 : this.#sources.shown()
    const mmsi = Math.floor(key / 256)
    const shipType = identity.number('shipType') ?? 0
    const contact: ReplayContact = {
      mmsi,
      split: key % 256,
      kind: kindOfReport(mmsi, rows.type[last]!),
      shipGroup: shipGroupIndex(shipType),
      flags: this.#flags(last, identity, this.#to),
      shipType,
      length: span(identity.number('toBow'), identity.number('toStern')) ?? 0,
      beam: span(identity.number('toPort'), identity.number('toStarboard')) ?? 0,
      name: identity.text('name') ?? '',
    }
    this.#writer.contact(contact, emitted, 0, emitted.count)
    this.#contacts++
    this.#rows += emitted.count
  }
}
