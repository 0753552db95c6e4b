import { etaInstant, unpackEta } from '@samudra/nautical/ais/eta'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { JobRun, Jobs } from '../../../platform/needs/jobs.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { identitiesAt, identityChanges, type IdentityRow } from '../../../sea/identities.sql.ts'
import type { StaticFields } from '../../../sea/static-fields.ts'
import { CallBook, type Declaration } from './call-book.ts'
import { endOf, NO_PARTICULARS, type CallRow, type Particulars } from './call-row.ts'
import { CALL_FIX_COLUMNS, Follower, keyOf, type Found } from './follower.ts'
import type { ReadyPorts } from './ready-ports.ts'
import {
  callsOfShips,
  fieldsThen,
  firstArrival,
  followedUpto,
  goOn,
  inCalls,
  keepStays,
  overdue,
  readFollowed,
  storeCalls,
  type Client,
} from './port-calls.sql.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Fixes carry their time of arrival a moment before they can be read, what ships say of themselves longer. */
const MARGIN_MS = 5000
const STATIC_MARGIN_MS = MINUTE
/** Period evaluated in one step, and stored with its end. */
const STEP_MS = 2 * HOUR
/** Time after its ETA at which an expected vessel counts as missed (contract D7). */
const MISSED_MS = 12 * HOUR
/** Calls that began earlier are not changed any more by what arrives now. */
const CHANGED_MS = 70 * DAY
/** Maximum number of vessels re-evaluated at once, and the margin around the late data. */
const SHIPS_AGAIN = 200
const AROUND_MS = 2 * DAY
const BETWEEN_MS = 6 * HOUR

export const FOLLOW_JOB = 'port-calls.follow'
export const AGAIN_JOB = 'port-calls.again'

export type Needs = {
  db: Db
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  fixes: FixReader
  flush: () => Promise<void>
  ports: ReadyPorts
  /** Receives the changed calls, before and after, once stored. */
  changed: (calls: readonly CallRow[]) => void
}

type AgainInput = { ships: readonly { mmsi: number; from: number; to: number }[] }

/** Follows ships through stored fixes, minute by minute and again where something came late. */
export class CallsJob {
  readonly #needs: Needs
  #follower = new Follower()
  #upto: number | null = null
  #isAhead = false
  readonly #declared = new Map<number, string>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Looks at what has arrived since it was looked at last, by whichever process. */
  async follow(run: JobRun): Promise<void> {
    const { clock, flush } = this.#needs
    await flush()
    const end = clock.now() - MARGIN_MS
    const first = await this.#resume(end)
    for (let from = first; from < end && !run.signal.aborted;) {
      const to = Math.min(end, from + STEP_MS)
      try {
        await this.#step(from, to, run.signal)
      } catch (error) {
        // The memory is ahead of the stored state, so it is read again.
        this.#isAhead = true
        throw error
      }
      run.progress((to - first) / (end - first))
      from = to
    }
  }

  /** Returns where to resume; reads the state again if another process worked since. */
  async #resume(end: number): Promise<number> {
    const { db, fixes } = this.#needs
    const upto = await followedUpto(db)
    if (upto !== null && upto === this.#upto && !this.#isAhead) return upto
    this.#isAhead = false
    this.#follower = new Follower()
    this.#declared.clear()
    const stored = await readFollowed(db)
    if (stored === null) {
      this.#upto = null
      // The first hour has no counts yet.
      return (await firstArrival(db)) ?? end - HOUR
    }
    const latest = await fixes.latestAt({ by: 'ARRIVAL', at: stored.upto, columns: ['lat', 'lon'] })
    this.#follower.restore(stored.stays, latest)
    this.#upto = stored.upto
    for (const identity of await identitiesAt(db, new Date(stored.upto))) this.#noteDeclared(identity, null)
    return stored.upto
  }

  async #step(from: number, to: number, signal: AbortSignal): Promise<void> {
    const { db, clock, fixes, changed } = this.#needs
    const areas = this.#needs.ports.areas
    const follower = this.#follower
    for await (const batch of fixes.readFixes({
      by: 'ARRIVAL',
      from,
      to,
      order: 'TIME',
      columns: CALL_FIX_COLUMNS,
      signal,
    }))
      await follower.take(batch, areas, this.#declared, signal)
    // Looked at twice where they may have been written a moment later; what is known already changes nothing.
    const identities = await identityChanges(db, new Date(from - STATIC_MARGIN_MS), new Date(to))
    const report: { identity: IdentityRow; declaration: Declaration }[] = []
    let began = performance.now()
    for (const identity of identities) {
      const declaration = this.#noteDeclared(identity, identity.at)
      if (declaration !== null) report.push({ identity, declaration })
      began = await breathe(began, signal)
    }
    const found = follower.found()
    const changes = follower.changes()
    let touched: CallRow[] = []
    await inCalls(db, async (client) => {
      const late = await overdue(client, to - MISSED_MS)
      const ships = new Set(
        [...found, ...report.map(({ identity }) => identity), ...late].map(({ mmsi }) => mmsi),
      )
      const book = new CallBook(await callsOfShips(client, [...ships], to - CHANGED_MS), clock.now())
      const particulars = await this.#particularsOf(client, found)
      for (const [i, one] of found.entries()) book.detect(one, particulars[i], 'LIVE')
      for (const { identity, declaration } of report) {
        const key = keyOf(identity.mmsi, identity.split)
        const particulars = this.#particulars(identity.fields, follower.placeOf(key))
        book.declare(declaration, follower.portOf(key), particulars)
        began = await breathe(began)
      }
      for (const row of late) book.miss(row)
      touched = book.touched()
      await storeCalls(client, book.changed())
      await keepStays(client, changes.stored, changes.ended)
      await goOn(client, this.#upto, to)
    })
    follower.areStored(changes)
    this.#upto = to
    await this.#enqueueAgain(follower.late())
    if (touched.length > 0) changed(touched)
  }

  /** Queues a re-evaluation of vessels during a period. */
  askAgain(ships: ReadonlyMap<number, { from: number; to: number }>): Promise<void> {
    return this.#enqueueAgain([...ships].map(([mmsi, { from, to }]) => ({ mmsi, from, to })))
  }
  async #enqueueAgain(ships: AgainInput['ships']) {
    for (let i = 0; i < ships.length; i += SHIPS_AGAIN)
      await this.#needs.jobs.enqueue(AGAIN_JOB, {
        ships: ships.slice(i, i + SHIPS_AGAIN),
      } satisfies AgainInput)
  }

  /** Re-evaluates vessels around the time of late fixes. */
  async again(run: JobRun): Promise<void> {
    const { db, clock, fixes, flush, changed } = this.#needs
    const { ships } = run.input as AgainInput
    await flush()
    const areas = this.#needs.ports.areas
    const mmsis = ships.map(({ mmsi }) => mmsi)
    const follower = new Follower()
    const read = await this.#periodOf(mmsis, {
      from: Math.min(...ships.map((ship) => ship.from)) - AROUND_MS,
      to: Math.max(...ships.map((ship) => ship.to)) + AROUND_MS,
    })
    for await (const batch of fixes.readFixes({
      by: 'OBSERVED',
      ...read,
      mmsis,
      order: 'TIME',
      columns: CALL_FIX_COLUMNS,
      signal: run.signal,
    })) {
      await follower.take(batch, areas, this.#declared, run.signal, 'ALL')
      run.progress(
        Math.min(1, (batch.observedAt[Math.max(0, batch.count - 1)]! - read.from) / (read.to - read.from)),
      )
    }
    const found = follower.found()
    let touched: CallRow[] = []
    await inCalls(db, async (client) => {
      const book = new CallBook(await callsOfShips(client, mmsis, read.from - CHANGED_MS), clock.now())
      const particulars = await this.#particularsOf(client, found)
      for (const [i, one] of found.entries()) book.detect(one, particulars[i], 'BACKFILL')
      for (const ship of ships)
        book.takeBack(
          ship.mmsi,
          read,
          found.filter(({ mmsi }) => mmsi === ship.mmsi),
        )
      touched = book.touched()
      await storeCalls(client, book.changed())
    })
    if (touched.length > 0) changed(touched)
  }

  /** A period that begins and ends between calls, as far as they are known. */
  async #periodOf(mmsis: readonly number[], query: { from: number; to: number }) {
    const rows = await inCalls(this.#needs.db, (client) =>
      callsOfShips(client, mmsis, query.from - CHANGED_MS),
    )
    const cut = { ...query }
    for (const row of rows) {
      if (row.entered_at === null || row.entered_at > query.to || endOf(row) < query.from) continue
      cut.from = Math.min(cut.from, row.entered_at - BETWEEN_MS)
      cut.to = Math.max(cut.to, endOf(row) + BETWEEN_MS)
    }
    return { from: cut.from, to: Math.min(cut.to, this.#needs.clock.now()) }
  }

  /** Returns the static data of vessels by the latest instant of each call. */
  async #particularsOf(client: Client, found: readonly Found[]): Promise<Particulars[]> {
    const query = found.map(({ mmsi, split, call }) => ({
      mmsi,
      split,
      at: call.departedAt ?? call.berthedAt ?? call.anchoredAt ?? call.enteredAt,
    }))
    const fields = await fieldsThen(client, query)
    return fields.map((one, i) => this.#particulars(one ?? {}, found[i]!.call.place))
  }

  /** Returns the particulars of a vessel; of several ports with one name it takes the one near `place`. */
  #particulars(
    { name, shipType, draught, destination }: StaticFields,
    place: { lat: number; lon: number } | null,
  ): Particulars {
    if (name === undefined && shipType === undefined && draught === undefined && destination === undefined)
      return NO_PARTICULARS
    const text = (destination?.value as string | undefined) ?? null
    return {
      ship_name: (name?.value as string | undefined) ?? null,
      ship_type: (shipType?.value as number | undefined) ?? null,
      draught: (draught?.value as number | undefined) ?? null,
      destination: text,
      destinationPort: this.#needs.ports.declared.understand(text, place).portId,
    }
  }

  /** Stores the declared port of a vessel. Returns a new declaration, or null without one at `at`. */
  #noteDeclared({ mmsi, split, fields }: IdentityRow, at: number | null): Declaration | null {
    const { destination, eta } = fields
    if (destination === undefined) return null
    const text = String(destination.value)
    const key = keyOf(mmsi, split)
    const meant = this.#needs.ports.declared.understand(text, this.#follower.placeOf(key))
    if (meant.portId === null) this.#declared.delete(key)
    else this.#declared.set(key, meant.portId)
    if (at === null) return null
    const expectedAt = eta === undefined ? null : etaInstant(unpackEta(Number(eta.value)), at)
    const sources = [
      ...new Set(
        [destination, eta].flatMap((one) => (one === undefined ? [] : [one.source, ...(one.also ?? [])])),
      ),
    ]
    return { mmsi, split, at, portId: meant.portId, expectedAt, text, sources }
  }
}
