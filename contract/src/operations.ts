import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Op } from './kernel.ts'

type AnyOp = Op<unknown, unknown>

const isOp = (value: unknown): value is AnyOp =>
  typeof value === 'object' && value !== null && 'name' in value && 'right' in value && 'input' in value

const byName = (a: AnyOp, b: AnyOp) => (a.name < b.name ? -1 : 1)

/** Every file of operations, found by looking; for tests, documents and the command line, never for a browser. */
const files = readdirSync(import.meta.dirname)
  .filter((file) => /^[\w-]+\.ts$/.test(file) && file !== path.basename(import.meta.filename))
  .sort()
const found = await Promise.all(
  files.map(async (file) => {
    const exported: unknown = await import(path.join(import.meta.dirname, file))
    return {
      file: file.replace(/\.ts$/, ''),
      ops: Object.values(exported as object)
        .filter(isOp)
        .sort(byName),
    }
  }),
)

/** Operations by the file that declares them. */
export const OPERATIONS_BY_FILE: ReadonlyMap<string, readonly AnyOp[]> = new Map(
  found.filter(({ ops }) => ops.length > 0).map(({ file, ops }) => [file, ops]),
)
/** Every operation by its name. */
export const OPERATIONS: ReadonlyMap<string, AnyOp> = new Map(
  found.flatMap(({ ops }) => ops).map((op) => [op.name, op]),
)
