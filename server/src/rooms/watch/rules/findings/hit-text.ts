import { sentenceForOthers } from '@samudra/contract/rule-words'
import type { NameOf } from '@samudra/contract/sentence/values'
import { containsPoint } from '@samudra/nautical/polygons/polygon'
import { isShownToFewer, type Visible } from '../../../../platform/kernel/http/audience.ts'
import type { Objects } from '../../../../platform/kernel/objects/objects.ts'
import { polygonsIn } from '../../../../platform/kernel/http/caller-visibility.ts'
import type { AreaBody, ListBody } from '../../../chart/filter-inputs/room.ts'
import type { Worlds } from '../evaluation/make-world.ts'
import type { ResultRow } from './results.sql.ts'
import { evaluatedOf, type HeldRule } from '../rule.ts'

export type TextNeeds = {
  areas: Objects<AreaBody>
  lists: Objects<ListBody>
  worlds: Pick<Worlds, 'nameOf'>
}
/** Where something was found, and whether it is told to who sees everything alone. */
export type FoundAt = Pick<ResultRow, 'lat_udeg' | 'lon_udeg' | 'of_past' | 'explanation'>

/**
 * What a rule asks and raises, as everybody may read it who may know of a hit: what it names is named where all of them see it, and
 * is in a word where somebody might not. Who is told of it is not told what else is done of it.
 */
export function textOfHit({ areas, lists, worlds }: TextNeeds, rule: HeldRule, at: FoundAt): string {
  const nameOf: NameOf = (kind, id) => {
    if (kind === 'list') {
      const list = lists.find(id)
      if (list === undefined || !isShownToAllOf(list, rule)) return undefined
    }
    if (kind === 'aoi' || kind === 'infrastructure') {
      const area = areas.find(id)
      if (area === undefined || !isShownToAllOf(area, rule)) return undefined
      // Who is confined to zones sees areas that reach into them, and so that in which he knows of a hit.
      const isTheirOwn = isPrivate(rule) && area.owner_id === rule.owner_id
      if (!isTheirOwn && !at.of_past && !isWithin(area.body.geometry, at)) return undefined
    }
    return worlds.nameOf(kind, id)
  }
  const actions = rule.body.actions?.filter((action) => action.do === 'ALERT') ?? []
  return sentenceForOthers({ ...evaluatedOf(rule), actions }, nameOf)
}

/** Whether all who see a rule see something else, by the columns of both; in doubt not. */
export function isShownToAllOf(thing: Visible, rule: Visible): boolean {
  if (thing.visibility === 'CENTRE' || thing.visibility === 'RELEASED') return true
  return thing.owner_id === rule.owner_id && !isShownToFewer(thing, rule)
}

const isPrivate = ({ visibility }: Pick<Visible, 'visibility'>) => visibility === 'PRIVATE'
const isWithin = (geometry: AreaBody['geometry'], { lat_udeg, lon_udeg }: FoundAt) =>
  lat_udeg !== null &&
  lon_udeg !== null &&
  polygonsIn(geometry).some((polygon) => containsPoint(polygon, lat_udeg / 1e6, lon_udeg / 1e6))
