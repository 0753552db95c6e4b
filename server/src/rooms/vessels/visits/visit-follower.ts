import { type Crossings } from '@samudra/nautical/tracks/crossings'
import { type Visit } from '@samudra/nautical/tracks/visit'
import { TAKEN } from '@samudra/nautical/tracks/crossings'
import { breathe } from '../../../platform/kernel/http/breathe.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { Jobs } from '../../../platform/needs/jobs.ts'
import { FIRST_IMPORT_FEED, type FixBatch } from '../../../sea/fix-batch.ts'
import { FixFollower, type FixFollowerNeeds } from '../../../sea/fix-follower.ts'
import { isCounted } from '../../../sea/fix-queue.ts'
import type { FixReader } from '../../../sea/fix-reader.ts'
import { BACK_JOB } from './back.ts'
import { keyOf, type Outlines } from './outlines.ts'
import { Ships } from '../../../sea/ships.ts'
import type { ShipVisit } from './ship-visit.ts'
import { CROSSING_COLUMNS, lastFixes, layOut, newCrossings, restoreShips, takeFix } from './visit-fixes.ts'
import { dueShips, keepAgain, keepVisits, readCursor, visitsKnownBy, visitsUnderWay } from './visits.sql.ts'
import { beginLive, changeZones, watchedZones, type ZoneRow } from './visit-zones.sql.ts'

/** Interval of storing the complete state for the next process, then the interval of checking outlines. */
const KEEP_MS = 30_000
const LOOK_MS = 5000
const START_MS = 10_000
/** Ships worked out again at a time, and how long more of what came late is waited for. */
const SHIPS_AT_ONCE = 200
const LATE_MS = 30_000
const IDS_PER_MS = 1024
const EVER = Date.UTC(4000, 0, 1)

export type FollowerNeeds = FixFollowerNeeds & {
  db: Db
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  fixes: FixReader
  flush: () => Promise<void>
  outlines: Pick<Outlines, 'mark' | 'all'>
}

/**
 * Watches vessels live. The state is stored with the id of the last processed fix; a starting process reads it and takes
 * the fixes stored since.
 */
export class VisitFollower extends FixFollower {
  readonly #needs: FollowerNeeds
  /** Sent before what was taken already, or brought in from a file: ships by the earliest instant. */
  readonly #late = new Map<number, number>()
  #ships = new Ships()
  #crossings: Crossings | null = null
  #zones = new Map<string, ZoneRow>()
  #changed = new Set<Visit>()
  #cursor = 0
  #savedAt = 0
  #lookedAt = 0
  #mark = ''
  readonly #madeAt = performance.now()

  constructor(needs: FollowerNeeds) {
    super(needs)
    this.#needs = needs
  }

  hear(batch: FixBatch): void {
    this.queue.add(batch)
  }

  /** Notes what comes in from a file: it was sent when others were taken already. */
  hearImported(batch: FixBatch): void {
    for (let i = 0; i < batch.count; i++)
      if (isCounted(batch, i)) this.#noteLate(batch.mmsi[i]!, batch.observedAt[i]!)
  }

  /** Takes what waits, unless a turn is under way; not before the feeds have had time to come. */
  override async beat(): Promise<void> {
    if (performance.now() - this.#madeAt >= START_MS) await super.beat()
  }

  /** Returns the last reception of a vessel, as far as this process knows. */
  lastAt(mmsi: number, split: number): number {
    return this.#crossings?.lastAt(this.#ships.numberOf(mmsi, split)) ?? 0
  }

  protected override hasState(): boolean {
    return this.#crossings !== null
  }
  protected override forget(): void {
    this.#crossings = null
  }

  protected override async take(wholly: boolean): Promise<void> {
    await this.#drain(this.#crossings ?? (await this.#begin()))
    const now = this.#needs.clock.now()
    if (wholly || now - this.#lookedAt >= LOOK_MS) await this.#look(now)
    if (wholly || now - this.#savedAt >= KEEP_MS) await this.#keep(true)
    else if (this.#changed.size > 0) await this.#keep(false)
    await this.#again(wholly ? now : now - LATE_MS)
  }

  /** Resumes from the stored state. */
  async #begin(): Promise<Crossings> {
    const { db, clock, fixes, flush, outlines } = this.#needs
    await flush()
    const now = clock.now()
    const ships = (this.#ships = new Ships())
    this.#changed = new Set()
    const crossings = newCrossings((visit) => this.#changed.add(visit))
    this.#cursor = (await readCursor(db)) ?? now * IDS_PER_MS
    const rows = await watchedZones(db)
    const live = rows.filter(({ state }) => state === 'LIVE')
    this.#zones = new Map(rows.map((row) => [keyOf(row), row]))
    for (const row of live) {
      const outline = outlines.all().get(keyOf(row))
      // Another outline took its place meanwhile.
      if (outline?.shape === row.shape) crossings.putZone(row.zone, outline.polygons)
    }
    await layOut(crossings)
    const watched = live.filter(({ zone }) => crossings.has(zone)).map(({ zone }) => zone)
    const since = Math.floor(this.#cursor / IDS_PER_MS)
    const last = await lastFixes(fixes, ships, { by: 'ARRIVAL', at: since })
    await restoreShips(crossings, ships, last, await visitsKnownBy(db, watched, this.#cursor))
    this.#mark = ''
    this.#crossings = crossings
    await this.#replay(crossings, since, now + 1)
    return crossings
  }

  /** Takes what is stored since an instant of arrival. */
  async #replay(crossings: Crossings, from: number, to: number, upto = Infinity) {
    let began = performance.now()
    const query = { by: 'ARRIVAL', from, to, order: 'TIME', columns: CROSSING_COLUMNS } as const
    for await (const batch of this.#needs.fixes.readFixes(query)) {
      for (let i = 0; i < batch.count; i++) {
        const id = batch.fixId[i]!
        if (!isCounted(batch, i) || id > upto) continue
        if (batch.feed[i]! >= FIRST_IMPORT_FEED) this.#noteLate(batch.mmsi[i]!, batch.observedAt[i]!)
        else this.#judge(crossings, this.#ships.numberOf(batch.mmsi[i]!, batch.split[i]!), batch, i)
        if (upto === Infinity && id > this.#cursor) this.#cursor = id
      }
      began = await breathe(began)
    }
  }

  #judge(crossings: Crossings, ship: number, batch: FixBatch, i: number) {
    const taken = takeFix(crossings, ship, batch, i)
    if (taken === TAKEN.LATE)
      this.#judgeLate(crossings, ship, batch.observedAt[i]!, batch.lat[i]!, batch.lon[i]!)
  }

  #judgeLate(crossings: Crossings, ship: number, at: number, lat: number, lon: number) {
    if (!crossings.takeLate(ship, at, lat / 1e6, lon / 1e6)) this.#noteLate(this.#ships.mmsi[ship]!, at)
  }

  #noteLate(mmsi: number, at: number) {
    if (at < (this.#late.get(mmsi) ?? Infinity)) this.#late.set(mmsi, at)
  }

  async #drain(crossings: Crossings) {
    const batch = this.queue.take()
    let began = performance.now()
    for (let i = 0; i < batch.count; i++) {
      if (batch.fixId[i]! <= this.#cursor) continue
      this.#judge(crossings, this.#ships.numberOf(batch.mmsi[i]!, batch.split[i]!), batch, i)
      this.#cursor = batch.fixId[i]!
      if ((i & 255) === 0) began = await breathe(began)
    }
  }

  /** Follows what is watched: new outlines have their past computed first, old ones end. */
  async #look(now: number) {
    const { db, outlines, jobs } = this.#needs
    this.#lookedAt = now
    if (this.#mark !== outlines.mark) {
      const { mark } = outlines
      const all = outlines.all()
      const rows = [...this.#zones.values()]
      const ended = rows.filter((row) => all.get(keyOf(row))?.shape !== row.shape)
      const endedKeys = new Set(ended.map(keyOf))
      const begun = [...all.values()].filter(
        (one) => !this.#zones.has(keyOf(one)) || endedKeys.has(keyOf(one)),
      )
      const text = rows.flatMap((row) => {
        const label = all.get(keyOf(row))?.label
        return label === undefined || sameWords(label, row.label) ? [] : [{ zone: row.zone, label }]
      })
      if (ended.length + begun.length + text.length > 0) {
        await this.#keep(true)
        const zones = ended.map(({ zone }) => zone)
        await changeZones(db, { begun, ended: zones, text }, now)
        for (const zone of zones) this.#crossings!.removeZone(zone)
      }
      this.#mark = mark
    }
    const rows = await watchedZones(db)
    this.#zones = new Map(rows.map((row) => [keyOf(row), row]))
    const due = rows.filter(({ state }) => state === 'DUE')
    if (due.length > 0) await this.#askBack(due, jobs)
    const back = rows.filter(({ state }) => state === 'BACK')
    if (back.length > 0) await this.#adopt(back)
  }

  readonly #query = new Set<number>()
  async #askBack(due: readonly ZoneRow[], jobs: FollowerNeeds['jobs']) {
    if (due.every(({ zone }) => this.#query.has(zone))) return
    for (const { zone } of due) this.#query.add(zone)
    await jobs.enqueue(BACK_JOB, {})
  }

  /** Takes over outlines whose past is computed: what arrived since is taken for them alone, then they are watched with all. */
  async #adopt(rows: readonly ZoneRow[]) {
    const { db, fixes, flush, outlines } = this.#needs
    await this.#keep(true)
    await flush()
    const known = rows.filter((row) => outlines.all().get(keyOf(row))?.shape === row.shape)
    if (known.length === 0) return
    const upto = Math.min(...known.map((row) => row.upto!.getTime()))
    const some = known.filter((row) => row.upto!.getTime() === upto)
    const zones = some.map(({ zone }) => zone)
    const changed = new Set<Visit>()
    const own = newCrossings((visit) => changed.add(visit))
    for (const row of some) own.putZone(row.zone, outlines.all().get(keyOf(row))!.polygons)
    await layOut(own)
    const last = await lastFixes(fixes, this.#ships, { by: 'ARRIVAL', at: upto })
    await restoreShips(own, this.#ships, last, await visitsUnderWay(db, { zones }))
    await this.#replay(own, upto, EVER, this.#cursor)
    for (const row of some) this.#crossings!.putZone(row.zone, outlines.all().get(keyOf(row))!.polygons)
    await layOut(this.#crossings!)
    let began = performance.now()
    for (let ship = 0; ship < this.#ships.mmsi.length; ship++) {
      for (const visit of own.visitsOf(ship)) {
        this.#crossings!.adopt(visit)
        changed.add(visit)
      }
      began = await breathe(began)
    }
    for (const visit of changed) this.#changed.add(visit)
    await beginLive(db, zones)
    await this.#keep(true)
  }

  /** Keeps the visits that began or ended; `wholly` also all that changed of others, what came late, and how far it goes. */
  async #keep(wholly: boolean) {
    const { db, clock, flush } = this.#needs
    // Only the state from stored fixes is saved.
    await flush()
    const passed = [...this.#changed]
    const visits: Visit[] = [...passed]
    let began = performance.now()
    for (let ship = 0; wholly && ship < this.#ships.mmsi.length; ship++) {
      for (const visit of this.#crossings!.visitsOf(ship))
        if (visit.isChanged && !this.#changed.has(visit)) visits.push(visit)
      began = await breathe(began)
    }
    const late = wholly ? new Map(this.#late) : new Map<number, number>()
    const cursor = wholly ? this.#cursor : null
    await keepVisits(db, {
      visits: visits.map((visit) => this.#ofShip(visit)),
      passed: passed.map((visit) => this.#ofShip(visit)),
      due: late,
      cursor,
      now: clock.now(),
    })
    for (const visit of visits) {
      visit.isChanged = false
      this.#changed.delete(visit)
    }
    for (const [mmsi, at] of late) if (this.#late.get(mmsi) === at) this.#late.delete(mmsi)
    if (wholly) this.#savedAt = clock.now()
  }

  #ofShip(visit: Visit): ShipVisit {
    return { mmsi: this.#ships.mmsi[visit.ship]!, split: this.#ships.split[visit.ship]!, visit }
  }

  /** Works out again what came late changed, of some ships at a time: from just before it on. */
  async #again(notedBefore: number) {
    const { db, clock, fixes } = this.#needs
    const due = await dueShips(db, notedBefore, SHIPS_AT_ONCE)
    if (due.size === 0) return
    await this.#keep(true)
    const crossings = this.#crossings!
    const since = Math.min(...due.values())
    const mmsis = [...due.keys()]
    const zones = [...this.#zones.values()].map(({ zone }) => zone).filter((zone) => crossings.has(zone))
    const underWay = await visitsUnderWay(db, { zones, mmsis, at: since })
    const last = await lastFixes(fixes, this.#ships, { by: 'OBSERVED', at: since - 1, mmsis })
    for (const mmsi of mmsis) for (const ship of this.#ships.of(mmsi)) crossings.forget(ship)
    await restoreShips(crossings, this.#ships, last, underWay)
    const found = new Set(underWay.map(({ visit }) => visit))
    const query = {
      by: 'OBSERVED',
      from: since,
      to: EVER,
      mmsis,
      order: 'CONTACT',
      columns: CROSSING_COLUMNS,
    } as const
    for await (const batch of fixes.readFixes(query))
      for (let i = 0; i < batch.count; i++) {
        // Queued work follows later.
        if (!isCounted(batch, i) || (batch.fixId[i]! > this.#cursor && batch.feed[i]! < FIRST_IMPORT_FEED))
          continue
        takeFix(crossings, this.#ships.numberOf(batch.mmsi[i]!, batch.split[i]!), batch, i)
      }
    for (const visit of this.#changed) found.add(visit)
    this.#changed.clear()
    const visits = [...found].map((visit) => this.#ofShip(visit))
    await keepAgain(db, { zones, due, since, visits, now: clock.now() })
    for (const visit of found) visit.isChanged = false
  }
}

const sameWords = (one: object, other: object) => {
  const words = (label: object) => JSON.stringify(Object.entries(label).sort(([a], [b]) => (a < b ? -1 : 1)))
  return words(one) === words(other)
}
