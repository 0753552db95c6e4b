import type { Op } from '@samudra/contract/kernel'
import { OPERATIONS } from '@samudra/contract/operations'
import { getAudit } from '@samudra/contract/audit'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHOSEN_OPERATIONS } from '../testing/servers/chosen-operations.ts'
import { COMMON } from '../testing/parameters/common.ts'
import { changed, fieldsOf, valuesIn } from '../testing/parameters/fields.ts'
import type { Input, Made, Row, ParameterCase } from '../testing/parameters/row.ts'
import { openSea, type Sea, type CallAnswer } from '../testing/parameters/sea.ts'

type AnyOp = Op<unknown, unknown>
const ELSEWHERE = 'elsewhere: '
const OPS = [...OPERATIONS.values()]

/** How the parameters of operations are tried, as the rooms say beside themselves. */
const trials = await Promise.all(
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.trials.ts'))
    .map(async (file) => (await import(path.join(import.meta.dirname, file))) as { TRIALS: ParameterCase[] }),
)
const SAID = trials.flatMap(({ TRIALS }) => TRIALS)
const ROWS = new Map<string, Row>(SAID.map(({ name, row }) => [name, row]))
const rowOf = ({ name }: AnyOp): Row => ROWS.get(name) ?? {}

let sea: Sea
beforeAll(async () => {
  sea = await openSea()
})
afterAll(() => sea.close())

const fieldsIn = ({ shape }: AnyOp) => fieldsOf(shape)
const otherOf = (op: AnyOp, field: string): unknown =>
  rowOf(op).other?.[field] ?? COMMON[field.split('.').at(-1)!]
const baseOf = async (op: AnyOp): Promise<Input> => rowOf(op).base?.(sea) ?? { ...op.example }
const isElsewhere = (other: unknown): other is string =>
  typeof other === 'string' && other.startsWith(ELSEWHERE)

test('every field of every operation is tried with another value, and no field that there is not', () => {
  const untried = OPS.flatMap((op) =>
    fieldsIn(op)
      .filter((field) => otherOf(op, field) === undefined)
      .map((field) => `${op.name} ${field}`),
  )
  const unknown = OPS.flatMap((op) =>
    Object.keys(rowOf(op).other ?? {})
      .filter((field) => !fieldsIn(op).includes(field))
      .map((field) => `${op.name} ${field}`),
  )
  expect(SAID.map(({ name }) => name)).toEqual([...ROWS.keys()])
  expect({ untried, unknown }, 'say with which in the .trials.ts of the room').toEqual({
    untried: [],
    unknown: [],
  })
})

test('what is tried elsewhere is: the test that is named calls the operation with the field', () => {
  for (const { name, row } of SAID)
    for (const [field, other] of Object.entries(row.other ?? {})) {
      if (!isElsewhere(other)) continue
      const file = path.resolve(import.meta.dirname, '../..', other.slice(ELSEWHERE.length))
      const text = readFileSync(file, 'utf8')
      const isTried = text.includes(name) && text.includes(field)
      expect({ name, field, isTried }).toEqual({ name, field, isTried: true })
    }
})

/** What is answered to an input, and what is so afterwards. */
async function told(op: AnyOp, input: Input): Promise<CallAnswer & { state: unknown }> {
  const row = rowOf(op)
  const by = row.by === undefined ? sea.token : await row.by(sea)
  const answer = await sea.tell(op, input, row.bytes, by)
  const isReasoned = op.method !== 'GET' && fieldsIn(op).includes('reason')
  const said = isReasoned ? await lastReason() : null
  const state = answer.Status ? ((await row.state?.(sea, input, answer)) ?? null) : null
  return { ...answer, state: [said, state] }
}
const lastReason = async () => (await sea.dataOf(getAudit, { limit: 1 })).items[0]!.reason

test.each(CHOSEN_OPERATIONS.filter((op) => fieldsIn(op).some((field) => !isElsewhere(otherOf(op, field)))))(
  '$name: every parameter acts or is refused',
  async (op) => {
    // What changes something begins anew each time.
    const isChange = op.right.leaves === 'change'
    const ready = isChange ? null : await baseOf(op)
    const made = async () => structuredClone(ready ?? (await baseOf(op)))
    const [one, two] = [await told(op, await made()), await told(op, await made())]
    expect(one).toMatchObject({ Status: true })
    const [first, second] = [valuesIn(one), valuesIn(two)]
    // What differs without any reason tells nothing.
    const isSteady = (at: string) => first.get(at) === second.get(at) && first.has(at) === second.has(at)
    const ignored: string[] = []
    const misnamed: unknown[] = []
    for (const field of fieldsIn(op)) {
      const other = otherOf(op, field)
      if (isElsewhere(other)) continue
      const input = await made()
      const value =
        typeof other === 'function'
          ? await (other as Made)(sea, input, (asked) => sea.tell(op, asked))
          : other
      const then = await told(op, changed(input, field, value) as Input)
      const values = valuesIn(then)
      const paths = [...new Set([...first.keys(), ...values.keys()])]
      if (!paths.some((at) => isSteady(at) && values.get(at) !== first.get(at))) ignored.push(field)
      const fields = (then.fields ?? []).map((misfit) => misfit.field)
      const isNamed = fields.some((at) => at.startsWith(field) || field.startsWith(`${at}.`))
      if (then.Code === 'VALIDATION' && !isNamed) misnamed.push({ field, fields, answer: then })
    }
    expect({ ignored, misnamed }).toEqual({ ignored: [], misnamed: [] })
  },
)
