const RADIANS = Math.PI / 180
/** NM in the radius of the sphere of 6,378,137 m. */
const RADIUS_NM = 6_378_137 / 1852

/**
 * The plane that touches the sphere in one place and keeps areas: Lambert's azimuthal equal-area projection (Snyder 1987,
 * Map Projections, equations 24-2 to 24-4), in NM. Distances within 30° of the middle are off by 3.5 % at most.
 */
export class EqualArea {
  readonly #sinLat: number
  readonly #cosLat: number
  readonly #lon: number

  /** The middle, degrees. */
  constructor(lat: number, lon: number) {
    this.#sinLat = Math.sin(lat * RADIANS)
    this.#cosLat = Math.cos(lat * RADIANS)
    this.#lon = lon
  }

  /** Writes x to the east and y to the north into `into`, from a place on. */
  put(lat: number, lon: number, into: Float64Array, at: number): void {
    const [sin, cos] = [Math.sin(lat * RADIANS), Math.cos(lat * RADIANS)]
    const turned = (lon - this.#lon) * RADIANS
    const across = cos * Math.cos(turned)
    const scale = RADIUS_NM * Math.sqrt(2 / Math.max(1e-9, 1 + this.#sinLat * sin + this.#cosLat * across))
    into[at] = scale * cos * Math.sin(turned)
    into[at + 1] = scale * (this.#cosLat * sin - this.#sinLat * across)
  }
}

/** The middle of places on the sphere, degrees: that of their vectors. */
export function middleOf(lat: ArrayLike<number>, lon: ArrayLike<number>): { lat: number; lon: number } {
  let [x, y, z] = [0, 0, 0]
  for (let i = 0; i < lat.length; i++) {
    const [phi, lambda] = [lat[i]! * RADIANS, lon[i]! * RADIANS]
    x += Math.cos(phi) * Math.cos(lambda)
    y += Math.cos(phi) * Math.sin(lambda)
    z += Math.sin(phi)
  }
  return { lat: Math.atan2(z, Math.hypot(x, y)) / RADIANS, lon: Math.atan2(y, x) / RADIANS }
}
