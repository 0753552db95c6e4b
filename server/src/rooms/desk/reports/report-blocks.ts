import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { NARROWING } from '@samudra/contract/figures'
import {
  MOST_LISTED,
  type ReportBlock,
  type ReportBlockData,
  type ReportItem,
} from '@samudra/contract/reports'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import type { FiguresInterface } from '../figures/room.ts'
import type { TemplateBody } from './report-template.ts'

/** Part of a template that says what a report holds. */
export type ReportContent = Pick<TemplateBody, 'blocks' | 'filters'>
export type ReportTime = { from: number; to: number; asOf: number }

const iso = (at: number) => new Date(at).toISOString()

/** Counts the blocks of a report, as a caller may see them. A block that cannot be answered says why. */
export async function countBlocks(
  { figures }: { figures: FiguresInterface },
  { blocks, filters }: ReportContent,
  time: ReportTime,
  caller: Caller,
  signal?: AbortSignal,
): Promise<ReportBlockData[]> {
  const all: ReportBlockData[] = []
  for (const block of blocks) {
    signal?.throwIfAborted()
    all.push(await countBlock(figures, narrowed(block, filters), time, caller))
  }
  return all
}

/** Returns a block whose query names the area or port of the template, where it can and names none itself. */
function narrowed(block: ReportBlock, filters: ReportContent['filters']): ReportBlock {
  if (block.query === undefined) return block
  const query = { ...block.query }
  const fields: readonly string[] = NARROWING[query.measure]
  for (const field of ['area', 'port'] as const)
    if (filters[field] !== undefined && fields.includes(field)) query[field] ??= filters[field]
  return { ...block, query }
}

async function countBlock(
  figures: FiguresInterface,
  block: ReportBlock,
  { from, to, asOf }: ReportTime,
  caller: Caller,
): Promise<ReportBlockData> {
  const none = { block, figure: null, items: [], more: 0, error: null }
  if (block.query === undefined) return none
  const input = { ...block.query, from: iso(from), to: iso(to), as_of: iso(asOf) }
  try {
    const figure = await figures.figure(input, caller)
    if (block.kind !== 'list' && block.kind !== 'map') return { ...none, figure }
    const items = (await figures.items(input, caller)).map(({ at, ...item }): ReportItem => ({
      at: iso(at),
      ...item,
    }))
    return {
      ...none,
      figure,
      items: items.slice(0, MOST_LISTED),
      more: Math.max(0, items.length - MOST_LISTED),
    }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return { ...none, error: error.message }
  }
}

/**
 * Returns the SHA-256 of all numbers and queries of a report, without the times at which they were known and made. The same
 * period counted again has the same one as long as nothing of it changed.
 */
export function digestOf(
  blocks: readonly ReportBlockData[],
  { from, to }: { from: number; to: number },
): string {
  const counted = blocks.map(({ block, figure, items, more, error }) => ({
    block,
    items,
    more,
    error,
    figure: figure && {
      total: figure.total,
      groups: figure.groups,
      series: figure.series,
      previous: figure.previous,
      baseline: figure.baseline,
      suppressed: figure.suppressed,
    },
  }))
  const text = canonicalize({ from, to, blocks: JSON.parse(JSON.stringify(counted)) as unknown }) ?? ''
  return createHash('sha256').update(text).digest('hex')
}
