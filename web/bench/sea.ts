import { changedColumns, encodeFrame, MAX_ROWS } from '@samudra/contract/wire/live-frame'

/** One sea for both ways of drawing: `count` ships, of which every tick moves a tenth. */
export class Sea {
  readonly count: number
  readonly lat: Float64Array
  readonly lon: Float64Array
  readonly cog: Float64Array
  private seq = 0

  constructor(count: number) {
    this.count = count
    this.lat = new Float64Array(count)
    this.lon = new Float64Array(count)
    this.cog = new Float64Array(count)
    let seed = 7
    const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    for (let i = 0; i < count; i++) {
      this.lat[i] = -20 + random() * 45
      this.lon[i] = 45 + random() * 62
      this.cog[i] = random() * 360
    }
  }

  /** Moves the ships whose turn it is and returns them. */
  move(tick: number): number[] {
    const moved: number[] = []
    for (let i = tick % 10; i < this.count; i += 10) {
      const course = (this.cog[i]! * Math.PI) / 180
      this.lat[i]! += Math.cos(course) * 0.002
      this.lon[i]! += Math.sin(course) * 0.002
      this.cog[i] = (this.cog[i]! + 3) % 360
      moved.push(i)
    }
    return moved
  }

  snapshot(): ArrayBuffer[] {
    const all = Array.from({ length: this.count }, (_, i) => i)
    const frames: ArrayBuffer[] = []
    for (let from = 0; from < this.count; from += MAX_ROWS)
      frames.push(this.frame(all.slice(from, from + MAX_ROWS), from === 0))
    return frames
  }

  frame(ids: number[], snapshot = false): ArrayBuffer {
    const now = Date.now()
    const changed = changedColumns(ids.length)
    changed.count = ids.length
    ids.forEach((id, i) => {
      changed.id[i] = id
      changed.lat[i] = Math.round(this.lat[id]! * 1e6)
      changed.lon[i] = Math.round(this.lon[id]! * 1e6)
      changed.sog[i] = 120
      changed.cog[i] = Math.round(this.cog[id]! * 10)
      changed.heading[i] = Math.round(this.cog[id]!) % 360
      changed.shipGroup[i] = id % 9
      changed.observedAt[i] = now
    })
    const named = snapshot
      ? ids.map((id) => ({
          id,
          mmsi: 419_000_000 + id,
          split: 0,
          shipType: 70,
          length: 180,
          beam: 28,
          name: `SHIP ${id}`,
        }))
      : []
    const frame = encodeFrame({
      seq: this.seq++,
      snapshot,
      tick: now,
      inView: this.count,
      total: this.count,
      changed,
      named,
      removed: [],
    })
    return frame.buffer.slice(frame.byteOffset, frame.byteOffset + frame.byteLength) as ArrayBuffer
  }

  /** The same ships as a map library is usually given them. */
  features() {
    return {
      type: 'FeatureCollection' as const,
      features: Array.from({ length: this.count }, (_, id) => ({
        type: 'Feature' as const,
        id,
        properties: { group: id % 9, cog: this.cog[id]! },
        geometry: { type: 'Point' as const, coordinates: [this.lon[id]!, this.lat[id]!] },
      })),
    }
  }
}
