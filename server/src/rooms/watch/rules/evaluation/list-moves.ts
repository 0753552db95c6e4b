import type { ListMove } from '../../../../sea/topics.ts'
import type { ListsOf, Stage } from './stage.ts'

/** Vessels that recently joined or left lists, until rules receive it. */
export class ListMoves {
  readonly #listsNow: (mmsi: number) => readonly string[]
  #moves: ListMove[] = []

  constructor(listsNow: (mmsi: number) => readonly string[]) {
    this.#listsNow = listsNow
  }

  hear(moves: readonly ListMove[]): void {
    this.#moves.push(...moves)
  }

  deliver(stage: Stage): void {
    const moves = this.#moves
    for (let i = 0; i < moves.length; i++) stage.move(moves[i]!.mmsi, moves[i]!.at)
    this.#moves = []
  }

  /** Lists of a vessel at a recent instant: the current ones without later changes that are not yet delivered. */
  readonly listsAt: ListsOf = (mmsi, at) => {
    const lists = new Set(this.#listsNow(mmsi))
    for (let i = this.#moves.length - 1; i >= 0; i--) {
      const move = this.#moves[i]!
      if (move.mmsi !== mmsi || move.at <= at) continue
      if (move.to === 'JOINED') lists.delete(move.list)
      else lists.add(move.list)
    }
    return [...lists].sort()
  }
}
