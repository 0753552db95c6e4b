import { NO_SHIP } from '@samudra/rules/running/moment'
import type { HitEvent } from '@samudra/rules/plans/rule-unit'

/** Groups hits by subject. */
export function bySubject(all: readonly HitEvent[]) {
  const ofShip = new Map<number, HitEvent[]>()
  const ofSources = all.filter(({ source }) => source !== null)
  for (const text of all)
    if (text.other === null && text.source === null)
      ofShip.set(text.ship, [...(ofShip.get(text.ship) ?? []), text])
  const ofAreas = ofShip.get(NO_SHIP) ?? []
  return { ofShip, ofAreas, ofSources, ofPairs: all.filter(({ other }) => other !== null) }
}
