import type { Op } from '@samudra/contract/kernel'
import { OPERATIONS } from '@samudra/contract/operations'
import { getAudit } from '@samudra/contract/audit'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHOSEN_OPERATIONS } from '../testing/servers/chosen-operations.ts'
import { derivedValues, fittingValues } from '../testing/parameters/common.ts'
import { changed, fieldsOf, valuesIn } from '../testing/parameters/fields.ts'
import type { Input, Made, Row, ParameterCase } from '../testing/parameters/row.ts'
import { openSea, type Sea, type CallAnswer } from '../testing/parameters/sea.ts'

type AnyOp = Op<unknown, unknown>
const OPS = [...OPERATIONS.values()]

/** Parameter cases, from the files beside the rooms. */
const files = await Promise.all(
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.cases.ts'))
    .map(async (file) => (await import(path.join(import.meta.dirname, file))) as { CASES: ParameterCase[] }),
)
const CASES = files.flatMap((file) => file.CASES)
const ROWS = new Map<string, Row>(CASES.map(({ name, row }) => [name, row]))
const rowOf = ({ name }: AnyOp): Row => ROWS.get(name) ?? {}

let sea: Sea
beforeAll(async () => {
  sea = await openSea()
})
afterAll(() => sea.close())

const fieldsIn = ({ shape }: AnyOp) => [...fieldsOf(shape).keys()]
const baseOf = async (op: AnyOp): Promise<Input> => rowOf(op).base?.(sea) ?? { ...op.example }
/** Returns the file of the test that tries a field in place of this one. */
function elsewhereOf(op: AnyOp, field: string): string | undefined {
  const { other, elsewhere } = rowOf(op)
  if (typeof elsewhere !== 'string') return elsewhere?.[field]
  return other?.[field] === undefined ? elsewhere : undefined
}
/** Returns the values that a field is tried with: that of its case, else those derived from its name and schema. */
function othersOf(op: AnyOp, field: string, input: object): unknown[] {
  const other = rowOf(op).other?.[field]
  return other === undefined ? fittingValues(op, field, input) : [other]
}
/** Returns whether a field has a case, or a value derived from its name or schema. */
const isTried = (op: AnyOp, field: string) =>
  rowOf(op).other?.[field] !== undefined ||
  elsewhereOf(op, field) !== undefined ||
  derivedValues(op, field, op.example).length > 0

test('every field of every operation has another value to be tried with, and every case a field', () => {
  const untried = OPS.flatMap((op) =>
    fieldsIn(op)
      .filter((field) => !isTried(op, field))
      .map((field) => `${op.name} ${field}`),
  )
  const unknown = OPS.flatMap((op) => {
    const { other, elsewhere } = rowOf(op)
    return Object.keys({ ...other, ...(typeof elsewhere === 'string' ? {} : elsewhere) })
      .filter((field) => !fieldsIn(op).includes(field))
      .map((field) => `${op.name} ${field}`)
  })
  expect(CASES.map(({ name }) => name)).toEqual([...ROWS.keys()])
  expect({ untried, unknown }, 'name the value in the .cases.ts of the room').toEqual({
    untried: [],
    unknown: [],
  })
})

test('a field that is tried elsewhere stands in the named test, with its operation', () => {
  for (const op of OPS)
    for (const field of fieldsIn(op)) {
      const file = elsewhereOf(op, field)
      if (file === undefined) continue
      const text = readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8')
      const isNamed = text.includes(op.name) && text.includes(field)
      expect({ name: op.name, field, isNamed }).toEqual({ name: op.name, field, isNamed: true })
    }
})

/** Calls an operation; returns its answer and the state afterwards. */
async function answerOf(op: AnyOp, input: Input): Promise<CallAnswer & { state: unknown }> {
  const row = rowOf(op)
  const by = row.by === undefined ? sea.token : await row.by(sea)
  const answer = await sea.answerTo(op, input, row.bytes, by)
  const isReasoned = op.method !== 'GET' && fieldsIn(op).includes('reason')
  const reason = isReasoned ? await lastReason() : null
  const state = answer.Status ? ((await row.state?.(sea, input, answer)) ?? null) : null
  return { ...answer, state: [reason, state] }
}
const lastReason = async () => (await sea.dataOf(getAudit, { limit: 1 })).items[0]!.reason

test.each(
  CHOSEN_OPERATIONS.filter((op) => fieldsIn(op).some((field) => elsewhereOf(op, field) === undefined)),
)('$name: every parameter acts or is refused', async (op) => {
  // A change starts again each time.
  const isChange = op.right.leaves === 'change'
  const ready = isChange ? null : await baseOf(op)
  const made = async () => structuredClone(ready ?? (await baseOf(op)))
  const again = async () => valuesIn(await answerOf(op, await made()))
  const base = await made()
  const one = await answerOf(op, structuredClone(base))
  expect(one).toMatchObject({ Status: true })
  const first = valuesIn(one)
  const unchanged = [await again()]
  // A difference without any cause means nothing.
  const isSteady = (at: string) =>
    unchanged.every((same) => first.get(at) === same.get(at) && first.has(at) === same.has(at))
  const isDifferent = (values: Map<string, unknown>) =>
    [...first.keys(), ...values.keys()].some((at) => isSteady(at) && values.get(at) !== first.get(at))
  const ignored: string[] = []
  const misnamed: unknown[] = []
  for (const field of fieldsIn(op)) {
    if (elsewhereOf(op, field) !== undefined) continue
    let isIgnored = true
    for (const [i, other] of othersOf(op, field, base).entries()) {
      const input = await made()
      const value =
        typeof other === 'function'
          ? await (other as Made)(sea, input, (query) => sea.answerTo(op, query))
          : other
      const then = await answerOf(op, changed(input, field, value) as Input)
      const values = valuesIn(then)
      // Several tries must not pass for a value that changes by itself now and then.
      if (i > 0 && isDifferent(values)) unchanged.push(await again())
      if (!isDifferent(values)) continue
      isIgnored = false
      const fields = (then.fields ?? []).map((misfit) => misfit.field)
      const isNamed = fields.some((at) => at.startsWith(field) || field.startsWith(`${at}.`))
      if (then.Code === 'VALIDATION' && !isNamed) misnamed.push({ field, fields, answer: then })
      break
    }
    if (isIgnored) ignored.push(field)
  }
  expect({ ignored, misnamed }).toEqual({ ignored: [], misnamed: [] })
})
