import type { FixBatch } from './fix-batch.ts'

/** Columns of a fix that can be requested. */
export type FixColumn = Exclude<keyof FixBatch, 'count' | 'capacity' | 'received' | 'moved'>

/** A box in degrees; west lies east of east when it crosses the 180th meridian. */
export type Box = { west: number; south: number; east: number; north: number }

/** Which stored fixes are read. Times are epoch ms. */
export type FixQuery = {
  /** The time that `from` and `to` are of: when a fix arrived, or when its contact sent it. */
  by: 'ARRIVAL' | 'OBSERVED'
  /** The first instant, and the first one after the last. */
  from: number
  to: number
  /** Leaves out what arrived then or later. */
  knownBy?: number | undefined
  mmsis?: readonly number[] | undefined
  box?: Box | undefined
  /** Numbers of sources; null or nothing for all. */
  sources?: readonly number[] | null | undefined
  /** Every stored fix, quarantined ones and those without a place too; otherwise those the picture accepted. */
  quarantined?: boolean | undefined
  /**
   * Order: by vessel, split and time, by time alone, or as they arrive. Time is that of the query; the fix id decides
   * among equals.
   */
  order?: 'CONTACT' | 'TIME' | 'ANY' | undefined
  limit?: number | undefined
  /** Columns needed beside the key; all by default. Fewer are read faster. */
  columns?: readonly FixColumn[] | undefined
  /** Ends the reading when it fires. */
  signal?: AbortSignal | undefined
}

/** Which last fixes are read: as believed at an instant, or by when contacts sent them. */
export type LatestFixQuery = Pick<
  FixQuery,
  'by' | 'knownBy' | 'mmsis' | 'box' | 'sources' | 'columns' | 'signal'
> & {
  at: number
  /** Maximum age of the last fix; older contacts are left out. Default: four days. */
  maxAgeMs?: number | undefined
}

/** The same as contacts sent them, with what they sent afterwards up to an instant, that one left out. */
export type NeighbourQuery = Omit<LatestFixQuery, 'by' | 'box'> & { until: number }

/** The one way to stored fixes, wherever they lie. */
export type FixReader = {
  /**
   * Batches in the units of the bus, read while they are taken: who stops taking ends the reading. One that is handed out
   * is the taker's to keep: none is used again.
   */
  readFixes(query: FixQuery): AsyncIterable<FixBatch>
  /** The last accepted fix of each ship, split and source, in that order, in one batch. */
  latestAt(query: LatestFixQuery): Promise<FixBatch>
  /** The same by when contacts sent them, and all they sent next, by contact; read in one go. */
  around(query: NeighbourQuery): Promise<{ latest: FixBatch; next: FixBatch }>
}
