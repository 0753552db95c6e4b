import type { ListMove } from '../../../../sea/topics.ts'
import type { ListsOf, Stage } from './stage.ts'

/** Ships that came on lists or left them of late, until rules are told. */
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

  /** The lists a ship was on at an instant of late: those she is on, but for what came to be since and is still to be told. */
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
