import { z } from 'zod'
import { Instant, paging, queryList } from './kernel.ts'

/** Users who may see an object: its owner, the groups of its owner, the centre, or the centre and partners. */
export const Visibility = z.enum(['PRIVATE', 'GROUP', 'CENTRE', 'RELEASED'])
export type Visibility = z.output<typeof Visibility>
/** Real, of an exercise, of a test: what is not real is in no list, count or export of what is. */
export const Domain = z.enum(['REAL', 'EXERCISE', 'TEST'])
export type Domain = z.output<typeof Domain>

/** Columns of every edited object beside its own fields; spread into its shape. */
export const objectColumns = {
  id: z.string(),
  version: z.number(),
  domain: Domain,
  visibility: Visibility,
  owner_id: z.string(),
  owner: z.string(),
  group_ids: z.array(z.string()),
  created_at: Instant,
  updated_at: Instant,
  updated_user_id: z.string(),
  updated_by: z.string(),
  valid_from: Instant.nullable(),
  valid_to: Instant.nullable(),
  /** True when the caller may change it. */
  mine: z.boolean(),
}
const ObjectColumns = z.object(objectColumns)
export type ObjectColumns = z.output<typeof ObjectColumns>

/** Parameters of every list of objects: ids, the instant of the knowledge, and the page. */
export const listing = { ids: queryList.optional(), as_of: Instant.optional(), ...paging }

/** Additional columns of a version in a history. */
export const versionColumns = {
  known_from: Instant,
  /** Null for the current one. */
  known_to: Instant.nullable(),
  removed: z.boolean(),
  reason: z.string(),
}
const VersionColumns = z.object(versionColumns)
export type VersionColumns = z.output<typeof VersionColumns>
