import { MEASURES, NARROWING, type FigureQuery, type Measure } from '@samudra/contract/figures'

/** Returns a query of another measure with those fields of the last one that it has too. */
export function withMeasure(query: FigureQuery, measure: Measure): FigureQuery {
  const groups: readonly string[] = MEASURES[measure]
  const next: FigureQuery = { measure }
  if (query.by !== undefined && groups.includes(query.by)) next.by = query.by
  if (query.compare !== undefined) next.compare = query.compare
  if (query.bucket !== undefined) next.bucket = query.bucket
  for (const field of NARROWING[measure])
    if (query[field] !== undefined) Object.assign(next, { [field]: query[field] })
  return next
}
