import { NO_SHIP } from '@samudra/rules/running/moment'
import type { Said } from '@samudra/rules/plans/rule-unit'

/** What was said, by whom it was said of. */
export function bySubject(all: readonly Said[]) {
  const ofShip = new Map<number, Said[]>()
  const ofSources = all.filter(({ source }) => source !== null)
  for (const said of all)
    if (said.other === null && said.source === null)
      ofShip.set(said.ship, [...(ofShip.get(said.ship) ?? []), said])
  const ofAreas = ofShip.get(NO_SHIP) ?? []
  return { ofShip, ofAreas, ofSources, ofPairs: all.filter(({ other }) => other !== null) }
}
