import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, callRaw, type TestServer } from '../testing/servers/a-server.ts'
import { CHOSEN_OPERATIONS } from '../testing/servers/chosen-operations.ts'

type Check = { _zod: { def: { check: string; maximum?: number; length?: number } } }
type Schema = {
  checks?: Check[]
  type: string
  element?: unknown
  innerType?: unknown
  shape?: object
}
/** Longer lists are files; they go by other operations. */
const LONGEST = 2000

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

const defOf = (schema: unknown) => (schema as { _zod: { def: Schema } })._zod.def
/** Lists of text that an input takes, each with its longest length; undefined without a limit. */
function listsOf(schema: unknown): { name: string; most: number | undefined }[] {
  const shape = defOf(schema).shape ?? {}
  return Object.entries(shape).flatMap(([name, field]) => {
    let at: unknown = field
    while (defOf(at).innerType !== undefined) at = defOf(at).innerType
    const isList = defOf(at).type === 'array' && defOf(defOf(at).element).type === 'string'
    const checks = (defOf(at).checks ?? []).map((one) => one._zod.def)
    const limit = checks.find(({ check }) => check === 'max_length' || check === 'length_equals')
    const most = limit?.maximum ?? limit?.length
    return isList ? [{ name, most }] : []
  })
}
const LISTS = CHOSEN_OPERATIONS.flatMap((op) => {
  if (op.right.stream !== undefined) return []
  return listsOf(op.shape).map(({ name, most }) => ({
    op,
    name,
    most,
    label: `${op.name} ${name}`,
  }))
})

test.each(LISTS)('$label has a longest length', ({ most }) => {
  expect(most).toBeGreaterThan(0)
})

test.each(LISTS.filter(({ most }) => most !== undefined && most <= LONGEST))(
  '$label at its longest is answered, and not as a defect of the server',
  async ({ op, name, most }) => {
    const values = (of: (n: number) => string) => ({
      ...op.example,
      [name]: Array.from({ length: most! }, (_, n) => of(n)),
    })
    for (const of of [
      // As ids are: text that repeats is packed by the database, and fits where ids do not.
      () => randomBytes(13).toString('hex'),
      (n: number) => String(419_000_000 + n),
    ]) {
      const answer = await callRaw(server.base, server.token, op, values(of))
      expect(answer).not.toMatchObject({ Code: 'INTERNAL' })
    }
  },
)
