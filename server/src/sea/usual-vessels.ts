import type { CountedPlace, UsualVessels } from '@samudra/rules/world'

/** Usual numbers of vessels, by place and hour, that are handed to another thread. */
export type UsualVesselsData = readonly (readonly [place: string, hour: number, usual: UsualVessels])[]

const keyOf = ({ area, kinds }: CountedPlace) => `${area} ${kinds?.toSorted().join() ?? '*'}`

/** Usual numbers of vessels of places by hours of the clock, as far as they were read. */
export class UsualVesselsTable {
  readonly #places = new Map<string, Map<number, UsualVessels>>()

  /** Restores a table that another thread read. */
  static from(data: UsualVesselsData): UsualVesselsTable {
    const table = new UsualVesselsTable()
    for (const [place, hour, usual] of data) table.#hoursOf(place).set(hour, usual)
    return table
  }
  data = (): UsualVesselsData =>
    [...this.#places].flatMap(([place, hours]) =>
      [...hours].map(([hour, usual]) => [place, hour, usual] as const),
    )

  /** Returns what is usual in the hour of the clock that begins at an instant, epoch ms; null where it was not read. */
  at(place: CountedPlace, hour: number): UsualVessels | null {
    return this.#places.get(keyOf(place))?.get(hour) ?? null
  }
  put(place: CountedPlace, hour: number, usual: UsualVessels): void {
    this.#hoursOf(keyOf(place)).set(hour, usual)
  }
  /** Drops hours before an instant, epoch ms. */
  forgetBefore(at: number): void {
    for (const hours of this.#places.values())
      for (const hour of hours.keys()) if (hour < at) hours.delete(hour)
  }

  #hoursOf(place: string): Map<number, UsualVessels> {
    const hours = this.#places.get(place) ?? new Map<number, UsualVessels>()
    this.#places.set(place, hours)
    return hours
  }
}
