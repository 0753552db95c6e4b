import { GAP_MS } from '@samudra/contract/wire/replay-chunk'
import type { TrackEvent } from '@samudra/contract/track-events'
import { REJECT_REASONS } from '@samudra/contract/history'
import { metresBetween } from '@samudra/nautical/geodesy'
import { turnBetween } from '@samudra/nautical/tracks/track-correlation'
import type { OwnFix, PlacedFix } from './own-fix.ts'
import { passagesOf, type Passage, type Regions } from './passages.ts'

const MINUTE = 60_000
/** Slower than this, within this distance, for so long, is a stop. */
const STOP_KN = 0.7
const STOP_M = 300
const STOP_MS = 15 * MINUTE
/** A change of course of so much within so long, faster than this, is a turn. */
const TURN_DEG = 30
const TURN_MS = 5 * MINUTE
const TURN_KN = 3
/** Whom most of a track comes from is looked at in stretches of this length. */
const SPELL_MS = 20 * MINUTE
/** Time within which consecutive quarantined fixes form one event. */
const TOGETHER_MS = 10 * MINUTE

/** Returns the events on a track in order of time; the fixes are in order of time. */
export function eventsOf(fixes: readonly OwnFix[], regions: Regions): TrackEvent[] {
  const accepted = fixes.filter(
    (fix): fix is PlacedFix => !fix.isQuarantined && fix.lat !== null && fix.lon !== null,
  )
  return [
    ...gaps(accepted),
    ...stops(accepted),
    ...turns(accepted),
    ...passagesOf(accepted, regions).map(reported),
    ...handovers(accepted),
    ...quarantined(fixes.filter(({ isQuarantined }) => isQuarantined)),
  ].sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
}

const event = (kind: TrackEvent['kind'], fix: OwnFix, to: number, text: string): TrackEvent => ({
  kind,
  from: new Date(fix.t).toISOString(),
  to: new Date(to).toISOString(),
  lat: fix.lat,
  lon: fix.lon,
  text,
  fix_id: String(fix.id),
})

function reported({ kind, name, isIn, after, from, to, place }: Passage): TrackEvent {
  // The unknown time comes first, where a narrow list shows it.
  const text =
    place === null
      ? `In ${minutesText(to - from)} of silence: ${isIn ? 'entered' : 'left'} ${name}`
      : `${isIn ? 'Entered' : 'Left'} ${name}`
  return {
    ...event(`${kind}_${isIn ? 'IN' : 'OUT'}`, { ...after, t: from }, to, text),
    lat: place?.lat ?? null,
    lon: place?.lon ?? null,
  }
}

const minutesText = (ms: number) => {
  const minutes = Math.round(ms / MINUTE)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

function gaps(fixes: readonly PlacedFix[]): TrackEvent[] {
  return fixes.flatMap((fix, i) => {
    const before = fixes[i - 1]
    if (before === undefined || fix.t - before.t <= GAP_MS) return []
    const nm = metresBetween(before.lat, before.lon, fix.lat, fix.lon) / 1852
    const text = `Silent for ${minutesText(fix.t - before.t)}, received again ${nm.toFixed(1)} NM away`
    return [event('GAP', before, fix.t, text)]
  })
}

function stops(fixes: readonly PlacedFix[]): TrackEvent[] {
  const found: TrackEvent[] = []
  let first: PlacedFix | undefined
  let last: PlacedFix | undefined
  const end = () => {
    if (first !== undefined && last !== undefined && last.t - first.t >= STOP_MS)
      found.push(event('STOP', first, last.t, `Stopped for ${minutesText(last.t - first.t)}`))
    first = last = undefined
  }
  for (const fix of fixes) {
    const isSlow = fix.sog !== null && fix.sog < STOP_KN
    const isHere = first === undefined || metresBetween(first.lat, first.lon, fix.lat, fix.lon) <= STOP_M
    if (!isSlow || !isHere || (last !== undefined && fix.t - last.t > GAP_MS)) end()
    if (!isSlow) continue
    first ??= fix
    last = fix
  }
  end()
  return found
}

function turns(fixes: readonly PlacedFix[]): TrackEvent[] {
  const found: TrackEvent[] = []
  const steered = fixes.filter(({ sog, cog }) => sog !== null && sog >= TURN_KN && cog !== null)
  let begin = 0
  for (let i = 1; i < steered.length; i++) {
    const fix = steered[i]!
    while (fix.t - steered[begin]!.t > TURN_MS) begin++
    const from = steered[begin]!
    const turn = turnBetween(from.cog!, fix.cog!)
    if (begin === i || turn < TURN_DEG) continue
    const side = (fix.cog! - from.cog! + 360) % 360 < 180 ? 'starboard' : 'port'
    found.push(
      event(
        'TURN',
        from,
        fix.t,
        `Turned ${Math.round(turn)}° to ${side}, from ${course(from.cog!)} to ${course(fix.cog!)}`,
      ),
    )
    // What comes next is looked at from the new course.
    begin = i
  }
  return found
}
const course = (degrees: number) => `${String(Math.round(degrees) % 360).padStart(3, '0')}°`

/** Returns where another source begins to receive most of the fixes. */
function handovers(fixes: readonly PlacedFix[]): TrackEvent[] {
  const found: TrackEvent[] = []
  let main: string | undefined
  for (let i = 0; i < fixes.length;) {
    const begin = fixes[i]!
    const heard = new Map<string, number>()
    for (; i < fixes.length && fixes[i]!.t - begin.t < SPELL_MS; i++)
      heard.set(fixes[i]!.source, (heard.get(fixes[i]!.source) ?? 0) + 1)
    const [most] = [...heard].sort((a, b) => b[1] - a[1])[0]!
    // The main source stays as long as it still receives as many fixes.
    const isStill = main !== undefined && heard.get(main) === heard.get(most)
    if (main !== undefined && most !== main && !isStill)
      found.push(event('SOURCE', begin, begin.t, `Now received mostly by ${most}, before by ${main}`))
    if (!isStill) main = most
  }
  return found
}

function quarantined(fixes: readonly OwnFix[]): TrackEvent[] {
  const found: TrackEvent[] = []
  for (let i = 0; i < fixes.length;) {
    const first = fixes[i]!
    let bits = 0
    let n = 0
    let last = first
    for (; i < fixes.length && fixes[i]!.t - last.t <= TOGETHER_MS; i++, n++) {
      last = fixes[i]!
      bits |= last.reasons
    }
    const why = REJECT_REASONS.filter((_, bit) => (bits & (1 << bit)) !== 0).join(', ')
    const many = n === 1 ? '1 fix' : `${n} fixes`
    found.push(event('QUARANTINED', first, last.t, `${many} not shown in the picture: ${why}`))
  }
  return found
}
