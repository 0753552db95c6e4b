import { anInstant, stateAt } from '@samudra/sim/motion'
import { chanceOf, Dice } from '@samudra/sim/dice'
import { isSilent } from '@samudra/sim/reports'
import { trueCalls, type TrueCall } from '@samudra/sim/port-days'
import { createSea } from '@samudra/sim/sea'
import { expect, test } from 'vitest'
import { builtInPorts } from '../../../../testing/seas/ports-of-the-sea.ts'
import { aShip, follow, type DetectedCall, type PortFix } from './port-call.ts'
import { PortAreas } from '../../../sea/port-areas.ts'

const HOUR = 3_600_000
const FROM = Date.UTC(2026, 0, 5)
const TO = FROM + 10 * 24 * HOUR
/** Fixes of a ship are this far apart before any is lost. */
const EVERY_MS = 60_000

const areas = PortAreas.of(await builtInPorts())
const fleet = createSea({ scenario: 'port-calls', seed: 3, startAt: FROM }).ships

type Lost = { share: number; by: 'FIX' | 'HOUR' }

/** A receiver's view of a ship: places scatter, a ship that lies shows some speed, every fifth crew never touches the status. */
function* heard(ship: (typeof fleet)[number], { share, by }: Lost): Generator<PortFix> {
  const here = anInstant()
  const dice = new Dice(9, ship.index)
  const scatter = () => (dice.next() + dice.next() + dice.next() - 1.5) * 0.0003
  for (let t = FROM; t < TO; t += EVERY_MS) {
    const isLost = by === 'FIX' ? dice.next() < share : chanceOf(9, ship.index, Math.floor(t / HOUR)) < share
    if (isLost || isSilent(ship, t)) continue
    stateAt(ship.motion, t, here)
    const isLying = here.sog < 0.5
    yield {
      fixId: t,
      t,
      lat: here.lat + scatter(),
      lon: here.lon + scatter(),
      sog: isLying ? dice.next() * (here.navStatus === 5 ? 0.4 : 0.95) : here.sog,
      source: 1,
      navStatus: ship.index % 5 === 0 ? 0 : here.navStatus,
    }
  }
}

function detected(ship: (typeof fleet)[number], lost: Lost): DetectedCall[] {
  const calls = new Map<string, DetectedCall>()
  const state = aShip()
  for (const fix of heard(ship, lost))
    for (const call of follow(state, fix, areas, null)) calls.set(`${call.portId} ${call.enteredAt}`, call)
  return [...calls.values()]
}

const isOf = (found: DetectedCall, real: TrueCall) =>
  found.portId === real.code &&
  (found.berthedAt ?? found.anchoredAt)! < real.to + HOUR &&
  (found.departedAt ?? Infinity) > real.from

function figures(lost: Lost) {
  const counts = { real: 0, found: 0, right: 0, met: 0 }
  const wrong: string[] = []
  for (const ship of fleet) {
    if (ship.motion.kind !== 'plan') continue
    const real = trueCalls(ship.motion, FROM + 12 * HOUR, TO - 12 * HOUR)
    const edges = trueCalls(ship.motion, FROM - 100 * HOUR, TO + 100 * HOUR)
    const calls = detected(ship, lost)
    counts.real += real.length
    counts.found += calls.length
    for (const call of calls) {
      if (edges.some((one) => isOf(call, one))) counts.right++
      else wrong.push(`${ship.mmsi} false ${JSON.stringify(call)}`)
    }
    for (const one of real) {
      if (calls.filter((call) => isOf(call, one)).length === 1) counts.met++
      else wrong.push(`${ship.mmsi} missed ${JSON.stringify(one)}`)
    }
  }
  return { precision: counts.right / counts.found, recall: counts.met / counts.real, wrong }
}

test.each([
  { share: 0, by: 'FIX', least: 0.98 },
  { share: 0.2, by: 'FIX', least: 0.98 },
  { share: 0.5, by: 'FIX', least: 0.98 },
  { share: 0.2, by: 'HOUR', least: 0.9 },
  { share: 0.5, by: 'HOUR', least: 0.8 },
] as const)(
  'calls are found and none are made up, with $share of the fixes lost by $by',
  ({ least, ...lost }) => {
    const { precision, recall, wrong } = figures(lost)
    expect({ precision, recall, wrong }).toSatisfy(() => precision >= least && recall >= least)
  },
)
