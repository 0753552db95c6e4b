import type { FixBatch } from './fix-batch.ts'

/** Reports of ships; stations on land and buoys send all day from one place. */
const SHIP_TYPES = new Set([1, 2, 3, 18, 19, 27])

export const isShip = (batch: FixBatch, i: number) => SHIP_TYPES.has(batch.type[i]!)
