import type { Border } from '../polygons/border.ts'
import { EARTH_RADIUS_M } from '../geodesy.ts'
import { onward } from '../polygons/polygon.ts'
import { METRES_PER_NM } from '../units.ts'

const RADIANS = Math.PI / 180
/** In pieces of this length a great circle is as straight as a side to within half a metre, poles left out. */
const PIECE_M = METRES_PER_NM

/** The great circle between two fixes in pieces that are straight enough; one object is laid again and again. */
export class Way {
  /** Ends of the pieces, degrees; longitudes run on. */
  lats = new Float64Array(64)
  lons = new Float64Array(64)
  /** The place `placeAt` found. */
  lat = 0
  lon = 0
  #pieces = 0
  #metres = 0

  /** Returns how many pieces it has. */
  lay(lat: number, lon: number, toLat: number, toLon: number, metres: number): number {
    const pieces = Math.max(1, Math.ceil(metres / PIECE_M))
    if (pieces >= this.lats.length) {
      this.lats = new Float64Array(pieces * 2)
      this.lons = new Float64Array(pieces * 2)
    }
    this.#pieces = pieces
    this.#metres = metres
    this.lats[0] = lat
    this.lons[0] = lon
    if (pieces > 1)
      this.#divide(lat * RADIANS, lon * RADIANS, toLat * RADIANS, toLon * RADIANS, metres / EARTH_RADIUS_M)
    this.lats[pieces] = toLat
    this.lons[pieces] = onward(this.lons[pieces - 1]!, toLon)
    return pieces
  }

  #divide(lat: number, lon: number, toLat: number, toLon: number, arc: number) {
    const pieces = this.#pieces
    for (let i = 1; i < pieces; i++) {
      const a = Math.sin((1 - i / pieces) * arc) / Math.sin(arc)
      const b = Math.sin((i / pieces) * arc) / Math.sin(arc)
      const x = a * Math.cos(lat) * Math.cos(lon) + b * Math.cos(toLat) * Math.cos(toLon)
      const y = a * Math.cos(lat) * Math.sin(lon) + b * Math.cos(toLat) * Math.sin(toLon)
      const z = a * Math.sin(lat) + b * Math.sin(toLat)
      this.lats[i] = Math.atan2(z, Math.sqrt(x * x + y * y)) / RADIANS
      this.lons[i] = onward(this.lons[i - 1]!, Math.atan2(y, x) / RADIANS)
    }
  }

  /** Finds the place at a share of the way. */
  placeAt(share: number): void {
    const piece = Math.min(this.#pieces - 1, Math.floor(share * this.#pieces))
    const within = share * this.#pieces - piece
    this.lat = this.lats[piece]! + within * (this.lats[piece + 1]! - this.lats[piece]!)
    this.lon = this.lons[piece]! + within * (this.lons[piece + 1]! - this.lons[piece]!)
  }

  /** Shares of the way from 0 to 1 between which it stays on one side of a border. */
  meetings(border: Border): number[] {
    const shares = [0, 1]
    const found: number[] = []
    for (let piece = 0; piece < this.#pieces; piece++) {
      found.length = 0
      border.addMeetings(
        this.lats[piece]!,
        this.lons[piece]!,
        this.lats[piece + 1]!,
        this.lons[piece + 1]!,
        found,
      )
      for (const share of found) shares.push((piece + share) / this.#pieces)
    }
    return [...new Set(shares)].sort((a, b) => a - b)
  }

  /**
   * Returns true if some place between two shares lies so many metres from a border; the distance changes by at most
   * the way in between.
   */
  goesBeyond(border: Border, from: number, to: number, metres: number, exact: number): boolean {
    const middle = (from + to) / 2
    this.placeAt(middle)
    const away = border.metresFrom(this.lat, this.lon)
    if (away >= metres) return true
    const half = ((to - from) / 2) * this.#metres
    if (away + half < metres) return false
    if (half < exact) return false
    return (
      this.goesBeyond(border, from, middle, metres, exact) ||
      this.goesBeyond(border, middle, to, metres, exact)
    )
  }
}
