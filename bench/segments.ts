/**
 * Measures vessel assignment on one MMSI: the picture against Global Fishing Watch's published rules and against the
 * truth, on scripted tracks. The tracks are two or three vessels in the same waters, received often or seldom,
 * turning, meeting, at anchor. `npm run bench -- segments [--mmsis=400] [--file=FILE]`; FILE holds JSON lines of one
 * MMSI like gpsdio-segment's own test data (ssvid, lat, lon, timestamp, course, speed). These have no truth.
 */
import { readFileSync } from 'node:fs'
import { QUALITY, NONE16, fixBatch } from '../server/src/sea/fix-batch.ts'
import { Picture } from '../server/src/rooms/picture/picture/picture.ts'
import { option, printTable, printTarget, sized, whole } from './report.ts'
import { segmentsOf, type TrackFix } from './segmentation-rules.ts'

const MMSIS = Number(option('mmsis', String(sized(400, 20))))
const HOURS = sized(48, 24)
const WITHIN_HOURS = [1, 6, 24]
/** Number of later fixes with which each fix is paired, to test whether both are of the same vessel. */
const PAIRED_WITH = 60
/** Degrees of the sea the ships of one MMSI begin in: near enough to meet. */
const WIDE = 1.5
const START = Date.UTC(2026, 0, 5)
const MINUTE_MS = 60_000
const MMSI = 419_000_000

type Reported = TrackFix & { ship: number }

let seed = 11
function dice(): number {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff
  return (seed >>> 8) / 0x7f_ffff
}

/**
 * Returns the fixes of one vessel: it sails, turns, anchors, and is received at an average interval of some minutes.
 */
function trackOf(ship: number, near: { lat: number; lon: number }, everyMinutes: number): Reported[] {
  let [lat, lon] = [near.lat + (dice() - 0.5) * WIDE, near.lon + (dice() - 0.5) * WIDE]
  let cog = dice() * 360
  const usual = 6 + dice() * 12
  let sog = usual
  const isClassB = dice() < 0.1
  const fixes: Reported[] = []
  let next = dice() * everyMinutes
  for (let minute = 0; minute < HOURS * 60; minute++) {
    if (dice() < 1 / 240) sog = sog > 0 ? 0 : usual
    if (sog > 0 && dice() < 1 / 90) cog = (cog + (dice() - 0.5) * 120 + 360) % 360
    lat += (sog / 3600) * Math.cos((cog * Math.PI) / 180)
    lon += ((sog / 3600) * Math.sin((cog * Math.PI) / 180)) / Math.cos((lat * Math.PI) / 180)
    if (minute < next) continue
    next = minute + 1 + -Math.log(1 - dice() * 0.999) * everyMinutes
    const noise = () => (dice() - 0.5) / 3000
    fixes.push({
      ship,
      lat: lat + noise(),
      lon: lon + noise(),
      sog: Math.round(sog * 10) / 10,
      cog: sog === 0 && dice() < 0.5 ? null : Math.round(cog * 10) / 10,
      at: START + minute * MINUTE_MS + Math.floor(dice() * 50_000),
      isClassB,
    })
  }
  return fixes
}

function scripted(n: number): Reported[] {
  const ships = 2 + (n % 2)
  const near = { lat: (dice() - 0.5) * 80, lon: (dice() - 0.5) * 300 }
  const fixes: Reported[] = []
  for (let ship = 0; ship < ships; ship++)
    fixes.push(...trackOf(ship, near, [2, 10, 30, 90][Math.floor(dice() * 4)]!))
  return fixes.toSorted((a, b) => a.at - b.at)
}

/** The split the picture gives each fix; -1 where it keeps one off. */
function splitsOf(fixes: readonly TrackFix[]): number[] {
  const picture = new Picture({ priority: () => 1, trust: () => 1 })
  const batch = fixBatch(1)
  return fixes.map((fix, i) => {
    batch.count = 1
    batch.fixId[0] = i + 1
    batch.mmsi[0] = MMSI
    batch.split[0] = 0
    batch.lat[0] = Math.round(fix.lat * 1e6)
    batch.lon[0] = Math.round(fix.lon * 1e6)
    batch.sog[0] = Math.round(fix.sog * 10)
    batch.cog[0] = fix.cog === null ? NONE16 : Math.round(fix.cog * 10)
    batch.heading[0] = NONE16
    batch.navStatus[0] = 15
    batch.type[0] = fix.isClassB ? 18 : 1
    batch.observedAt[0] = fix.at
    batch.recTime[0] = fix.at
    batch.source[0] = 1
    batch.feed[0] = 1
    batch.station[0] = -1
    batch.quality[0] = QUALITY.OK
    batch.reasons[0] = 0
    picture.judge(batch)
    return batch.quality[0] === QUALITY.QUARANTINED ? -1 : batch.split[0]
  })
}

/** Share of fix pairs, at most some hours apart, on which two judges agree; each MMSI counts alike. */
class Agreement {
  #tracks = 0
  #sum = 0

  add(fixes: readonly TrackFix[], one: readonly number[], other: readonly number[], hours: number) {
    let pairs = 0
    let same = 0
    for (let i = 0; i < fixes.length; i++) {
      if (one[i]! < 0 || other[i]! < 0) continue
      for (let j = i + 1; j < Math.min(fixes.length, i + PAIRED_WITH); j++) {
        if (fixes[j]!.at - fixes[i]!.at > hours * 3_600_000) break
        if (one[j]! < 0 || other[j]! < 0) continue
        pairs++
        if ((one[i] === one[j]) === (other[i] === other[j])) same++
      }
    }
    if (pairs === 0) return
    this.#tracks++
    this.#sum += same / pairs
  }

  get percent() {
    return (100 * this.#sum) / Math.max(1, this.#tracks)
  }
}

function fromFile(file: string): TrackFix[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const fixes = lines.map((line) => {
    const text = JSON.parse(line) as Record<string, string | number | null>
    return {
      lat: Number(text['lat']),
      lon: Number(text['lon']),
      sog: Number(text['speed'] ?? 0),
      cog: text['course'] === null ? null : Number(text['course']),
      at: Date.parse(`${String(text['timestamp']).replace(' ', 'T').slice(0, 19)}Z`),
      isClassB: text['type'] === 'AIS.18' || text['type'] === 'AIS.19',
    }
  })
  return fixes.filter(({ lat, lon }) => Number.isFinite(lat + lon)).toSorted((a, b) => a.at - b.at)
}

const file = option('file', '')
const tracks: (TrackFix & { ship?: number })[][] =
  file === '' ? Array.from({ length: MMSIS }, (_, n) => scripted(n)) : [fromFile(file)]
const judged = WITHIN_HOURS.map((hours) => ({
  hours,
  both: new Agreement(),
  ours: new Agreement(),
  rules: new Agreement(),
}))
const remaining = { ours: 0, rules: 0, all: 0 }
for (const fixes of tracks) {
  const ours = splitsOf(fixes)
  const rules = segmentsOf(fixes)
  const truth = fixes.map(({ ship }) => ship ?? -1)
  for (const one of judged) {
    one.both.add(fixes, ours, rules, one.hours)
    one.ours.add(fixes, ours, truth, one.hours)
    one.rules.add(fixes, rules, truth, one.hours)
  }
  remaining.all += fixes.length
  remaining.ours += ours.filter((split) => split >= 0).length
  remaining.rules += rules.filter((segment) => segment >= 0).length
}

const percent = (value: number) => `${value.toFixed(2)} %`
printTable(
  `Is it the same ship? ${whole(remaining.all)} fixes of ${tracks.length} MMSIs`,
  ['pairs of fixes within', 'ours as the rules', 'ours as it was', 'the rules as it was'],
  judged.map(({ hours, both, ours, rules }) => [
    `${hours} h`,
    percent(both.percent),
    file === '' ? percent(ours.percent) : '-',
    file === '' ? percent(rules.percent) : '-',
  ]),
)
printTable(
  'Taken for a fix of some ship',
  ['', 'of all'],
  [
    ['ours', percent((100 * remaining.ours) / remaining.all)],
    ['the rules', percent((100 * remaining.rules) / remaining.all)],
  ],
)
for (const { hours, both } of judged)
  printTarget(`${hours} h: pairs that ours and the rules say the same of, %`, both.percent, { atLeast: 95 })
