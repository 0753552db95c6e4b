import type { ChangedColumns, LiveFrame, NamedContact } from '@samudra/contract/wire/live-frame'
import { NONE16 } from '@samudra/contract/wire/live-frame'
import {
  drawnPlace,
  HAS_ANGLE,
  LOOK,
  rowsOver,
  stepBetween,
  STRIDE,
  WORD,
  WORDS,
  X_SCALE,
  Y_SCALE,
  type Rows,
} from '../fleet/instance.ts'
import { BLEND_LIMIT, mercatorX, mercatorY, velocityOf } from '../fleet/reckon.ts'
import { isStopped, symbolOf } from '../fleet/symbol-of.ts'

/** Changes the page must apply to show the contents of the worker. */
export type Patch = {
  /** True when everything drawn before is forgotten. */
  reset: boolean
  /** Rows in use, counting empty places below the highest. */
  rows: number
  /** The places of the rows that changed, ascending, and their bytes in the same order. */
  places: Uint32Array<ArrayBuffer>
  bytes: ArrayBuffer
  /** The contact at each changed place, NO_CONTACT where it is empty now. */
  ids: Uint32Array<ArrayBuffer>
  named: NamedPlace[]
  /** The longest step of this patch, in mercator units. */
  longestStep: number
}
/** Ways of a replay, by changed row: mercator units a second. Where they are reckoned, speed and course count instead. */
export type Motion = { vx: Float64Array; vy: Float64Array; isReckoned: boolean }
export type NamedPlace = { place: number; mmsi: number; split: number; shipType: number; name: string }

export const NO_CONTACT = 0xffff_ffff
const FIRST_CAPACITY = 4096
const GROUPS = 9

/** The picture as one client holds it: frames in, patches out. Places are reused, so the GPU sees few moves. */
export class Held {
  /** Seconds in rows count from here. */
  readonly epochMs: number
  readonly byGroup = new Uint32Array(GROUPS)
  private readonly placeOf = new Map<number, number>()
  /** Names, also of contacts that left the view, because a name is sent once. */
  private readonly names = new Map<number, NamedContact>()
  /** Names of contacts that came back into the view with the frame at hand. */
  private readonly remembered: NamedPlace[] = []
  private free: number[] = []
  private used = 0
  private rows: Rows = rowsOver(new ArrayBuffer(FIRST_CAPACITY * STRIDE))
  private readonly touched = new Set<number>()
  private motion: Motion | undefined
  private readonly idAt: number[] = []

  constructor(epochMs: number) {
    this.epochMs = epochMs
  }

  get size() {
    return this.placeOf.size
  }

  ids(): number[] {
    return [...this.placeOf.keys()]
  }

  /** Applies a frame at `nowMs`, the time the contacts are drawn for at this moment. */
  apply(frame: LiveFrame, nowMs: number, motion?: Motion): Patch {
    this.motion = motion
    if (frame.snapshot) this.forget()
    this.touched.clear()
    this.remembered.length = 0
    const now = (nowMs - this.epochMs) / 1000
    let longest = 0
    for (let i = 0; i < frame.changed.count; i++) longest = Math.max(longest, this.put(frame.changed, i, now))
    const named = [...this.remembered, ...this.name(frame.named)]
    for (const id of frame.removed) this.remove(id)
    return this.patch(frame.snapshot, named, longest)
  }

  /** Everything held, by contact; for the law that what is held equals what a fresh client would hold. */
  contents(): Map<number, string> {
    const all = new Map<number, string>()
    for (const [id, place] of this.placeOf) {
      const at = place * WORDS
      const step = new Set<number>([WORD.stepX, WORD.stepY, WORD.stepAt])
      const words = Array.from({ length: WORDS }, (_, i) => (step.has(i) ? 0 : this.rows.u32[at + i]))
      const name = this.names.get(id)
      all.set(id, `${words.join(' ')} ${name?.mmsi ?? ''} ${name?.name ?? ''}`)
    }
    return all
  }

  private forget() {
    this.placeOf.clear()
    this.names.clear()
    this.free = []
    this.used = 0
    this.byGroup.fill(0)
    this.rows.bytes.fill(0)
  }

  private place(id: number): number {
    const known = this.placeOf.get(id)
    if (known !== undefined) return known
    const place = this.free.pop() ?? this.used++
    if (this.used * STRIDE > this.rows.bytes.length) this.grow()
    this.placeOf.set(id, place)
    this.idAt[place] = id
    return place
  }

  private grow() {
    const larger = rowsOver(new ArrayBuffer(this.rows.bytes.length * 2))
    larger.bytes.set(this.rows.bytes)
    this.rows = larger
  }

  /** Writes one changed contact and returns the length of the step it has to make. */
  private put(columns: ChangedColumns, i: number, now: number): number {
    const id = columns.id[i]!
    const isNew = !this.placeOf.has(id)
    const place = this.place(id)
    const { u32, f32, bytes } = this.rows
    const at = place * WORDS
    if (!isNew) {
      drawnPlace(this.rows, place, now, drawnBefore)
      this.byGroup[bytes[place * STRIDE + LOOK.group]!]!--
    }
    this.byGroup[columns.shipGroup[i]!]!++
    const lat = columns.lat[i]! / 1e6
    u32[at + WORD.x] = Math.floor(mercatorX(columns.lon[i]! / 1e6) * X_SCALE) % X_SCALE
    u32[at + WORD.y] = Math.min(Y_SCALE, Math.floor(mercatorY(lat) * Y_SCALE))
    f32[at + WORD.observed] = (columns.observedAt[i]! - this.epochMs) / 1000
    this.writeMotion(columns, i, at, lat)
    this.writeLook(columns, i, place)
    f32[at + WORD.stepX] = 0
    f32[at + WORD.stepY] = 0
    f32[at + WORD.stepAt] = now
    this.touched.add(place)
    if (isNew) {
      this.remember(id, place)
      return 0
    }
    // A clock that stands would never finish a step.
    if (this.motion !== undefined) return 0
    drawnPlace(this.rows, place, now, drawnAfter)
    const [dx, dy] = stepBetween(drawnBefore, drawnAfter)
    const length = Math.hypot(dx, dy)
    if (length > BLEND_LIMIT) return 0
    f32[at + WORD.stepX] = dx
    f32[at + WORD.stepY] = dy
    return length
  }

  private writeMotion(columns: ChangedColumns, i: number, at: number, lat: number) {
    const { motion } = this
    if (motion !== undefined && !motion.isReckoned) {
      this.rows.f32[at + WORD.vx] = motion.vx[i]!
      this.rows.f32[at + WORD.vy] = motion.vy[i]!
      return
    }
    const sog = columns.sog[i]!
    const cog = columns.cog[i]!
    const still = sog === NONE16 || cog === NONE16 || isStopped(columns.navStatus[i]!)
    const [vx, vy] = still ? NO_MOTION : velocityOf(sog / 10, cog / 10, lat)
    this.rows.f32[at + WORD.vx] = vx
    this.rows.f32[at + WORD.vy] = vy
  }

  private writeLook(columns: ChangedColumns, i: number, place: number) {
    const heading = columns.heading[i]!
    const sog = columns.sog[i]!
    const byCourse = sog !== NONE16 && sog >= LEAST_SOG_FOR_COURSE ? columns.cog[i]! : NONE16
    const degrees = heading === NONE16 ? (byCourse === NONE16 ? null : byCourse / 10) : heading
    const { bytes, u16 } = this.rows
    u16[place * WORDS * 2 + WORD.shape * 2] =
      degrees === null ? 0 : Math.round((degrees / 360) * 65_536) % 65_536
    const from = place * STRIDE
    bytes[from + LOOK.group] = columns.shipGroup[i]!
    bytes[from + LOOK.symbol] = symbolOf({
      kind: columns.kind[i]!,
      navStatus: columns.navStatus[i]!,
      sog: sog === NONE16 ? null : sog / 10,
      hasAngle: degrees !== null,
    })
    bytes[from + LOOK.flags] = columns.flags[i]! | (degrees === null ? 0 : HAS_ANGLE)
    this.writeSize(columns.id[i]!, place)
  }

  private writeSize(id: number, place: number) {
    const name = this.names.get(id)
    this.rows.u16[place * WORDS * 2 + WORD.shape * 2 + 1] = name?.length ?? 0
    this.rows.bytes[place * STRIDE + LOOK.beam] = name?.beam ?? 0
  }

  private name(contacts: NamedContact[]): NamedPlace[] {
    const named: NamedPlace[] = []
    for (const contact of contacts) {
      const { id } = contact
      this.names.set(id, contact)
      const place = this.placeOf.get(id)
      if (place === undefined) continue
      this.writeSize(id, place)
      this.touched.add(place)
      named.push({ place, ...calledAs(contact) })
    }
    return named
  }

  private remember(id: number, place: number) {
    const known = this.names.get(id)
    if (known !== undefined) this.remembered.push({ place, ...calledAs(known) })
  }

  private remove(id: number) {
    const place = this.placeOf.get(id)
    if (place === undefined) return
    this.byGroup[this.rows.bytes[place * STRIDE + LOOK.group]!]!--
    this.rows.bytes.fill(0, place * STRIDE, (place + 1) * STRIDE)
    this.placeOf.delete(id)
    this.idAt[place] = NO_CONTACT
    this.free.push(place)
    this.touched.add(place)
  }

  private patch(reset: boolean, named: NamedPlace[], longestStep: number): Patch {
    const places = Uint32Array.from(this.touched).sort()
    const bytes = new Uint8Array(places.length * STRIDE)
    const ids = new Uint32Array(places.length)
    for (let i = 0; i < places.length; i++) {
      const from = places[i]! * STRIDE
      bytes.set(this.rows.bytes.subarray(from, from + STRIDE), i * STRIDE)
      ids[i] = this.idAt[places[i]!]!
    }
    return { reset, rows: this.used, places, bytes: bytes.buffer, ids, named, longestStep }
  }
}

const calledAs = ({ mmsi, split, shipType, name }: NamedContact) => ({ mmsi, split, shipType, name })
/** Below this (tenths of a knot) a course over ground is noise of the receiver. */
const LEAST_SOG_FOR_COURSE = 5
const NO_MOTION: [number, number] = [0, 0]
const drawnBefore = { x: 0, y: 0 }
const drawnAfter = { x: 0, y: 0 }
