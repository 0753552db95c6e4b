import { OPERATIONS, OPERATION_NAMES } from '@samudra/contract/operations'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationName } from '@samudra/contract/rights'
import { CENTRE } from '../testing/parameters/centre.ts'
import { COMMON } from '../testing/parameters/common.ts'
import { EDITED } from '../testing/parameters/edited.ts'
import { changed, fieldsOf, valuesIn } from '../testing/parameters/fields.ts'
import { PEOPLE } from '../testing/parameters/people.ts'
import { PICTURE } from '../testing/parameters/picture.ts'
import type { Input, Made, Row } from '../testing/parameters/row.ts'
import { openSea, type Sea, type Told } from '../testing/parameters/sea.ts'

/** How the parameters of every operation are tried; a new operation without a row does not compile. */
const ROWS: Record<OperationName, Row> = { ...PICTURE, ...EDITED, ...PEOPLE, ...CENTRE }
const ELSEWHERE = 'elsewhere: '

let sea: Sea
beforeAll(async () => {
  sea = await openSea()
})
afterAll(() => sea.close())

const opOf = (name: OperationName) => OPERATIONS.get(name)!
const fieldsIn = (name: OperationName) => fieldsOf(opOf(name).shape)
const otherOf = (name: OperationName, field: string): unknown =>
  ROWS[name].other?.[field] ?? COMMON[field.split('.').at(-1)!]
const isElsewhere = (other: unknown): other is string =>
  typeof other === 'string' && other.startsWith(ELSEWHERE)

test('every field of every operation is tried with another value, and no field that there is not', () => {
  const untried = OPERATION_NAMES.flatMap((name) =>
    fieldsIn(name)
      .filter((field) => otherOf(name, field) === undefined)
      .map((field) => `${name} ${field}`),
  )
  const unknown = OPERATION_NAMES.flatMap((name) =>
    Object.keys(ROWS[name].other ?? {})
      .filter((field) => !fieldsIn(name).includes(field))
      .map((field) => `${name} ${field}`),
  )
  expect({ untried, unknown }).toEqual({ untried: [], unknown: [] })
})

test('what is tried elsewhere is: the test that is named calls the operation with the field', () => {
  for (const name of OPERATION_NAMES)
    for (const [field, other] of Object.entries(ROWS[name].other ?? {})) {
      if (!isElsewhere(other)) continue
      const file = path.resolve(import.meta.dirname, '../..', other.slice(ELSEWHERE.length))
      const text = readFileSync(file, 'utf8')
      const isTried = text.includes(name) && text.includes(field)
      expect({ name, field, isTried }).toEqual({ name, field, isTried: true })
    }
})

/** What is answered to an input, and what is so afterwards. */
async function told(name: OperationName, input: Input): Promise<Told & { state: unknown }> {
  const row = ROWS[name]
  const by = row.by === undefined ? sea.token : await row.by(sea)
  const answer = await sea.tell(name, input, row.bytes, by)
  const isReasoned = opOf(name).method !== 'GET' && fieldsIn(name).includes('reason')
  const said = isReasoned ? await lastReason() : null
  const state = answer.Status ? ((await row.state?.(sea, input, answer)) ?? null) : null
  return { ...answer, state: [said, state] }
}
const lastReason = async () =>
  (await sea.dataOf<{ items: { reason: string }[] }>('getAudit', { limit: 1 })).items[0]!.reason

test.each(
  OPERATION_NAMES.filter((name) => fieldsIn(name).some((field) => !isElsewhere(otherOf(name, field)))),
)('%s: every parameter acts or is refused', async (name) => {
  const { base } = ROWS[name]
  // What changes something begins anew each time.
  const isChange = opOf(name).right.leaves === 'change'
  const ready = isChange ? null : await base!(sea)
  const made = async () => structuredClone(ready ?? (await base!(sea)))
  const [one, two] = [await told(name, await made()), await told(name, await made())]
  expect(one).toMatchObject({ Status: true })
  const [first, second] = [valuesIn(one), valuesIn(two)]
  // What differs without any reason tells nothing.
  const isSteady = (at: string) => first.get(at) === second.get(at) && first.has(at) === second.has(at)
  const ignored: string[] = []
  const misnamed: unknown[] = []
  for (const field of fieldsIn(name)) {
    const other = otherOf(name, field)
    if (isElsewhere(other)) continue
    const input = await made()
    const value =
      typeof other === 'function'
        ? await (other as Made)(sea, input, (asked) => sea.tell(name, asked))
        : other
    const then = await told(name, changed(input, field, value) as Input)
    const values = valuesIn(then)
    const paths = [...new Set([...first.keys(), ...values.keys()])]
    if (!paths.some((at) => isSteady(at) && values.get(at) !== first.get(at))) ignored.push(field)
    const fields = (then.fields ?? []).map((misfit) => misfit.field)
    const isNamed = fields.some((at) => at.startsWith(field) || field.startsWith(`${at}.`))
    if (then.Code === 'VALIDATION' && !isNamed) misnamed.push({ field, fields, answer: then })
  }
  expect({ ignored, misnamed }).toEqual({ ignored: [], misnamed: [] })
})
