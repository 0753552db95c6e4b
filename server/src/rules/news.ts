import type { EvaluatedRule } from '@samudra/contract/rules'
import { SAMUDRA } from '../kernel/caller.ts'
import type { Db } from '../needs/database.ts'
import type { PlacesThen } from '../sea/places.ts'
import { conditionsOf } from './rule.ts'
import type { News } from './stage.ts'
import { factsBetween } from './states.sql.ts'

/** Whether any of some rules asks who is on lists; the blacklist is one. */
export const asksOfLists = (rules: readonly EvaluatedRule[]): boolean =>
  rules.some((rule) => {
    for (const node of conditionsOf(rule)) {
      if ('op' in node) continue
      if (node.k === 'list' || (node.k === 'near' && 'list' in node.to)) return true
      if (node.k === 'attr' && (node.field === 'list_count' || node.field === 'anomaly')) return true
      if (node.k === 'expr' && node.text.includes('list_count')) return true
    }
    return false
  })

type Period = { from: number; to: number }
export type NewsNeeds = { db: Db; placesThen: PlacesThen }
/** Ships by MMSI and split. */
export type Whose = readonly { mmsi: number; split: number }[]

/** What ships came to be known as in a period, in order of time; of some ships, or of all. */
export async function factNews(
  db: Db,
  { from, to }: Period,
  mmsis: readonly number[] | null = null,
): Promise<News[]> {
  return (await factsBetween(db, from, to, mmsis)).map((row): News => ({ kind: 'FACTS', ...row }))
}

/** On which lists ships were at the beginning of a period, and each time lists changed in it. */
export async function listNews({ placesThen }: NewsNeeds, period: Period, ships: Whose): Promise<News[]> {
  const then = await placesThen(SAMUDRA, period)
  const news: News[] = []
  const last = new Map<number, string>()
  for (const at of [period.from, ...then.changes])
    for (const { mmsi, split } of ships) {
      const lists = then.listsOf(mmsi, at)
      const key = mmsi * 256 + split
      if (last.get(key) === lists.join() || (at === period.from && lists.length === 0)) continue
      last.set(key, lists.join())
      news.push({ kind: 'LISTS', mmsi, split, at, lists })
    }
  return news
}
