import { JsonBytes, literal } from './json-bytes.ts'
import type { Literal } from './json-bytes.ts'
import type { Reception } from './message-reader.ts'
import type { PositionReport } from './messages.ts'
import type { AisMessage } from './messages-link.ts'

const BUFFER_BYTES = 1 << 17
/** More than the longest line: eight environmental reports, every field's name, and how they came. */
const LINE_BYTES = 1 << 14
const COLON = 58
const COMMA = 44
const CLOSING_BRACE = 125
const LINE_FEED = 10
/** Plans by type; part B of type 24 has fields of its own. */
const PLAN_OF_PART_B = 64

const opening = (key: string, i: number) => literal(`${i === 0 ? '{' : ','}"${key}":`)

const TYPE = opening('type', 0)
const REPEAT = opening('repeat', 1)
const MMSI = opening('mmsi', 2)
const NAV_STATUS = opening('navStatus', 3)
const ROT = opening('rot', 4)
const TURNING_SOG = {
  none: literal(',"turning":null,"sog":'),
  port: literal(',"turning":"port","sog":'),
  starboard: literal(',"turning":"starboard","sog":'),
}
const ACCURATE_LON = literal(',"accuracy":true,"lon":')
const COARSE_LON = literal(',"accuracy":false,"lon":')
const LAT = opening('lat', 9)
const COG = opening('cog', 10)
const HEADING = opening('trueHeading', 11)
const SECOND = opening('second', 12)
const MANOEUVRE = opening('manoeuvre', 13)
const RAIM_RADIO = literal(',"raim":true,"radio":')
const NO_RAIM_RADIO = literal(',"raim":false,"radio":')
const RADIO_CHANNEL = { A: literal(',"radioChannel":"A"'), B: literal(',"radioChannel":"B"') }

/** Messages as one JSON object a line. */
export class JsonLines {
  private readonly out = new JsonBytes(BUFFER_BYTES)
  /** `{"type":`, `,"repeat":` and so on of each kind of message. */
  private readonly plans: Literal[][] = []
  private readonly write: (bytes: Uint8Array) => void

  /** `write` must be done with the bytes when it returns. */
  constructor(write: (bytes: Uint8Array) => void) {
    this.write = write
  }

  add(message: AisMessage, reception: Reception): void {
    const { out } = this
    if (out.used > BUFFER_BYTES - LINE_BYTES) this.flush()
    if (message.type === 1 || message.type === 2 || message.type === 3) this.position(message)
    else this.fields(message)
    this.reception(reception)
    out.byte(CLOSING_BRACE)
    out.byte(LINE_FEED)
  }

  flush(): void {
    if (this.out.used === 0) return
    this.write(this.out.bytes.subarray(0, this.out.used))
    this.out.used = 0
  }

  /** Nine in ten messages: field by field, which is three times as fast as going through keys. */
  private position(report: PositionReport): void {
    const { out } = this
    out.copy(TYPE)
    out.number(report.type)
    out.copy(REPEAT)
    out.number(report.repeat)
    out.copy(MMSI)
    out.text(report.mmsi)
    out.copy(NAV_STATUS)
    out.numberOrNull(report.navStatus)
    out.copy(ROT)
    out.numberOrNull(report.rot)
    out.copy(TURNING_SOG[report.turning ?? 'none'])
    out.numberOrNull(report.sog)
    out.copy(report.accuracy ? ACCURATE_LON : COARSE_LON)
    out.numberOrNull(report.lon)
    out.copy(LAT)
    out.numberOrNull(report.lat)
    out.copy(COG)
    out.numberOrNull(report.cog)
    out.copy(HEADING)
    out.numberOrNull(report.trueHeading)
    out.copy(SECOND)
    out.numberOrNull(report.second)
    out.copy(MANOEUVRE)
    out.numberOrNull(report.manoeuvre)
    out.copy(report.raim ? RAIM_RADIO : NO_RAIM_RADIO)
    out.number(report.radio)
  }

  private fields(message: AisMessage): void {
    const plan = this.planOf(message)
    let field = 0
    for (const key in message) {
      this.out.copy(plan[field++]!)
      this.out.value(message[key as keyof AisMessage])
    }
  }

  /** All messages of a type list the same fields in the same order. */
  private planOf(message: AisMessage): Literal[] {
    const index = message.type === 24 && message.part === 'B' ? PLAN_OF_PART_B : message.type
    return (this.plans[index] ??= Object.keys(message).map(opening))
  }

  /** Only what is known of the way it came. */
  private reception(reception: Reception): void {
    const { radioChannel } = reception
    if (radioChannel !== null) this.out.copy(RADIO_CHANNEL[radioChannel])
    if (reception.ownShip) this.entry('ownShip', true)
    if (reception.badChecksum) this.entry('badChecksum', true)
    this.entry('observedAt', reception.observedAt)
    this.entry('station', reception.station)
    this.entry('lineCount', reception.lineCount)
    this.entry('tagDestination', reception.tagDestination)
    this.entry('tagText', reception.tagText)
  }

  private entry(key: keyof Reception, value: number | string | boolean | null): void {
    if (value === null) return
    this.out.byte(COMMA)
    this.out.text(key)
    this.out.byte(COLON)
    this.out.value(value)
  }
}
