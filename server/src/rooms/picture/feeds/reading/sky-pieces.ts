import { aircraftIn } from '@samudra/nautical/adsb/aircraft-json'
import { Unreadable } from '../../../../platform/kernel/files/unreadable.ts'

const PIECE = 64 * 1024
/** Maximum length for one aircraft; more cannot come from a receiver and counts as malformed. */
const MOST_OF_ONE = 4096

/** A large answer of aircraft as several small ones, each as if it were whole. */
export function* skyInPieces(answer: Uint8Array): Generator<Uint8Array> {
  const found = aircraftIn(new TextDecoder().decode(answer))
  if (typeof found === 'string') throw new Unreadable(found)
  let piece: string[] = []
  let length = 0
  const whole = () => Buffer.from(`{"now":${found.now},"aircraft":[${piece.join()}]}`)
  for (const one of found.list) {
    const text = JSON.stringify(one)
    piece.push(text.length > MOST_OF_ONE ? 'null' : text)
    length += piece.at(-1)!.length + 1
    if (length < PIECE) continue
    yield whole()
    piece = []
    length = 0
  }
  if (piece.length > 0) yield whole()
}
