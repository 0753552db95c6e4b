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
/** Position of a hit, and if it is restricted to unrestricted users. */
export type FoundAt = Pick<ResultRow, 'lat_udeg' | 'lon_udeg' | 'of_past' | 'explanation'>

/**
 * Returns the conditions and alert of a rule as any user who may know a hit may read them. Named objects appear by
 * name if all those users see them, otherwise by kind. Other actions are left out.
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
      // A user confined to zones sees areas that reach into them, and so the area of a visible hit.
      const isTheirOwn = isPrivate(rule) && area.owner_id === rule.owner_id
      if (!isTheirOwn && !at.of_past && !isWithin(area.body.geometry, at)) return undefined
    }
    return worlds.nameOf(kind, id)
  }
  const actions = rule.body.actions?.filter((action) => action.do === 'ALERT') ?? []
  return sentenceForOthers({ ...evaluatedOf(rule), actions }, nameOf)
}

/** Returns true if all users of a rule see another object, by the columns of both; false in doubt. */
export function isShownToAllOf(thing: Visible, rule: Visible): boolean {
  if (thing.visibility === 'CENTRE' || thing.visibility === 'RELEASED') return true
  return thing.owner_id === rule.owner_id && !isShownToFewer(thing, rule)
}

const isPrivate = ({ visibility }: Pick<Visible, 'visibility'>) => visibility === 'PRIVATE'
const isWithin = (geometry: AreaBody['geometry'], { lat_udeg, lon_udeg }: FoundAt) =>
  lat_udeg !== null &&
  lon_udeg !== null &&
  polygonsIn(geometry).some((polygon) => containsPoint(polygon, lat_udeg / 1e6, lon_udeg / 1e6))
