import { ANOMALY_TEXTS } from '@samudra/contract/wire/messages'
import { ANOMALIES, MOST_FOUND_MIN } from '@samudra/contract/filter'
import {
  FLAGS,
  KINDS,
  SHIP_TYPES,
  type AisDetails,
  type AisRecord,
  type SourceFix,
} from '@samudra/contract/picture'
import { unpackEta } from '@samudra/nautical/ais/eta'
import { rotDegreesPerMinute } from '@samudra/nautical/ais/rate-of-turn'
import { countryOfMmsi, isIllegalMmsi } from '@samudra/nautical/mmsi'
import { draughtMetres, headingDegrees, navStatusText, span } from '../../../../sea/contact-values.ts'
import { tenths } from '../../../../sea/fix-batch.ts'
import { NO_ROW } from '../contacts/contact-store.ts'
import type { Eye } from './eye.ts'
import type { FeedNames } from '../../../../sea/names.ts'
import { LiveValues } from './live-values.ts'
import { foundOf } from '../../../../sea/found-of.ts'
import { FLAG } from '../../../../sea/marks.ts'
import { imoText, mmsiText } from '../../../../sea/ship-numbers.ts'
import type { Picture } from '../picture.ts'
import { inPlayOf } from '../contacts/displayed-fix.ts'
import { STATIC_FIELDS } from '../../../../sea/static-fields.ts'

/** Minutes up to which a contact is FRESH, and up to which it is OLD (contract D2). */
const AGE_STEPS_MIN = [30, 1440] as const
const QUALITIES = ['OK', 'SUSPECT', 'QUARANTINED'] as const

const iso = (at: number) => new Date(at).toISOString()

/** Ships that may share one MMSI, and more. */
const SPLITS = 256

/** A contact as lists and the vessel card show it. */
export function presentContact(
  picture: Picture,
  id: number,
  names: FeedNames,
  now: number,
  eye: Eye,
): AisRecord {
  const { store } = picture
  const { rows } = store
  const row = eye.row(id)
  const flags = eye.flags(id)
  const mmsi = store.mmsi[id]!
  const values = new LiveValues(picture, names, eye).at(id, row, now)
  return {
    contact_id: mmsi * SPLITS + store.split[id]!,
    mmsi: mmsiText(mmsi),
    split_id: store.split[id]!,
    kind: KINDS[store.kind[id]!]!,
    ship_name: eye.text(id, 'name'),
    country: countryOfMmsi(mmsi)?.name ?? null,
    imo: imoText(eye.number(id, 'imo')),
    call_sign: eye.text(id, 'callSign'),
    ship_type: SHIP_TYPES[eye.shipGroup(id)]!,
    ship_type_code: eye.number(id, 'shipType'),
    length: span(eye.number(id, 'toBow'), eye.number(id, 'toStern')),
    beam: span(eye.number(id, 'toPort'), eye.number(id, 'toStarboard')),
    draught: draughtMetres(eye.number(id, 'draught')),
    nav_status: navStatusText(rows.navStatus[row]!),
    destination: eye.text(id, 'destination'),
    eta: etaText(eye.number(id, 'eta')),
    latitude: rows.lat[row]! / 1e6,
    longitude: rows.lon[row]! / 1e6,
    sog: tenths(rows.sog[row]!),
    cog: tenths(rows.cog[row]!),
    true_heading: headingDegrees(rows.heading[row]!),
    rot: rotDegreesPerMinute(rows.rot[row]!),
    rec_time: iso(rows.recTime[row]!),
    observed_at: iso(rows.observedAt[row]!),
    source: names.sourceCode(rows.source[row]!),
    illegal_mmsi_flag: (flags & FLAG.ILLEGAL_MMSI) !== 0,
    dup_flag: (flags & FLAG.DUPLICATE_FLAG) !== 0,
    blacklist: (flags & FLAG.BLACKLIST) !== 0,
    imo_mismatch_flag: (flags & FLAG.IMO_MISMATCH) !== 0,
    name_mismatch_flag: (flags & FLAG.NAME_MISMATCH) !== 0,
    marks: ANOMALIES.filter((one) => values.anomaly(one, MOST_FOUND_MIN) === true),
    found: foundOf((which) => values.lastFound(which), now),
    lists: eye.places.listsOf(mmsi, now),
    age_state: ageState(now - rows.observedAt[row]!),
    chosen_because: chosenBecause(picture, id, names, eye),
    sources_seen: rowsOf(picture, id, eye).map((one) => names.sourceCode(rows.source[one]!)),
  }
}

export function ageState(ageMs: number): AisRecord['age_state'] {
  if (ageMs <= AGE_STEPS_MIN[0] * 60_000) return 'FRESH'
  return ageMs <= AGE_STEPS_MIN[1] * 60_000 ? 'OLD' : 'LOST'
}

/** `MM-DD HH:mm` UTC of the packed ETA; M.1371 sends no year. Null when month or day is missing. */
export function etaText(eta: number | null): string | null {
  if (eta === null) return null
  const { month, day, hour, minute } = unpackEta(eta)
  if (month === null || day === null) return null
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(month)}-${two(day)}${hour !== null && minute !== null ? ` ${two(hour)}:${two(minute)}` : ''}`
}

/** Rows of the sources this caller may see, in the order of their numbers. */
function rowsOf(picture: Picture, id: number, eye: Eye): number[] {
  const found: number[] = []
  for (let row = picture.store.firstRow[id]!; row !== NO_ROW; row = picture.store.rows.next[row]!)
    if (eye.maySeeFix(row)) found.push(row)
  const { source } = picture.store.rows
  return found.sort((a, b) => source[a]! - source[b]!)
}

/** The rule of `chooseShown` as it came out for this contact. */
function chosenBecause(picture: Picture, id: number, names: FeedNames, eye: Eye): string {
  const { rows } = picture.store
  const shown = eye.row(id)
  const code = (row: number) => names.sourceCode(rows.source[row]!)
  const others = rowsOf(picture, id, eye).filter((row) => row !== shown)
  if (others.length === 0) return `${code(shown)} is the only source that has reported this contact.`
  const newest = Math.max(...rowsOf(picture, id, eye).map((row) => rows.observedAt[row]!))
  const playing = others.filter((row) => newest - rows.observedAt[row]! <= inPlayOf(picture.store, row))
  if (playing.length === 0) {
    const behind = Math.round((newest - Math.max(...others.map((row) => rows.observedAt[row]!))) / 60_000)
    return `${code(shown)} is the only source with a recent fix; the next is ${behind} min older.`
  }
  const priority = names.priority(rows.feed[shown]!)
  if (playing.every((row) => names.priority(rows.feed[row]!) > priority))
    return `${code(shown)} has the highest priority (${priority}) of the ${playing.length + 1} sources with a recent fix.`
  const trust = names.trust(rows.feed[shown]!)
  const equals = playing.filter((row) => names.priority(rows.feed[row]!) === priority)
  if (equals.every((row) => names.trust(rows.feed[row]!) < trust))
    return `${code(shown)} shares priority ${priority} and has the highest trust (${trust.toFixed(2)}).`
  return `${code(shown)} has the newest fix of the sources with priority ${priority} and trust ${trust.toFixed(2)}.`
}

/** A contact with every source's latest fix, the origin of its static data and its anomalies explained. */
export function presentDetails(
  picture: Picture,
  id: number,
  names: FeedNames,
  now: number,
  eye: Eye,
): AisDetails {
  const shown = eye.row(id)
  const flags = eye.flags(id)
  const alternatives = rowsOf(picture, id, eye)
    .map((row) => presentFix(picture, row, names, row === shown))
    .sort((a, b) => Number(b.shown) - Number(a.shown) || b.observed_at.localeCompare(a.observed_at))
  return {
    ...presentContact(picture, id, names, now, eye),
    alternatives,
    static_origins: STATIC_FIELDS.flatMap((field) => {
      const origin = eye.origin(id, field)
      return origin === undefined
        ? []
        : [{ field, value: origin.value, source: names.sourceCode(origin.source), at: iso(origin.at) }]
    }),
    anomalies: FLAGS.filter((_, bit) => flags & (1 << bit)).map((code) => ({
      code,
      text: ANOMALY_TEXTS[code],
      why: whyFlag(picture, id, code, shown),
    })),
  }
}

function whyFlag(picture: Picture, id: number, code: (typeof FLAGS)[number], shown: number): string {
  const mmsi = picture.store.mmsi[id]!
  if (code === 'ILLEGAL_MMSI') return isIllegalMmsi(mmsi, picture.store.rows.type[shown]!) ?? ''
  if (code === 'DUPLICATE_FLAG') {
    let others = 0
    for (let one = picture.store.firstOf(mmsi); one >= 0; one = picture.store.nextOfMmsi[one]!) others++
    return `${others} stations use this MMSI at positions that one vessel cannot reach in the time between.`
  }
  if (code === 'BLACKLIST') return 'The MMSI is on the blacklist.'
  return picture.statics.whyMismatch(id, code)
}

function presentFix(picture: Picture, row: number, names: FeedNames, shown: boolean): SourceFix {
  const { rows } = picture.store
  const feed = rows.feed[row]!
  return {
    fix_id: String(rows.fixId[row]!),
    source: names.sourceCode(rows.source[row]!),
    station: names.stationCode(rows.station[row]!),
    feed: names.feedName(feed),
    latitude: rows.lat[row]! / 1e6,
    longitude: rows.lon[row]! / 1e6,
    sog: tenths(rows.sog[row]!),
    cog: tenths(rows.cog[row]!),
    true_heading: headingDegrees(rows.heading[row]!),
    msg_type: rows.type[row]!,
    observed_at: iso(rows.observedAt[row]!),
    rec_time: iso(rows.recTime[row]!),
    latency_s: (rows.recTime[row]! - rows.observedAt[row]!) / 1000,
    quality: QUALITIES[rows.quality[row]!]!,
    priority: names.priority(feed),
    trust: names.trust(feed),
    shown,
  }
}
