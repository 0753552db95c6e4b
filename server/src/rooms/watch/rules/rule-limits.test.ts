import { createRule, getRules, updateRule } from '@samudra/contract/rule-keeping'
import type { RuleDraft } from '@samudra/contract/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { SLOW } from '../../../../testing/seas/rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

/** Rule of 490 conditions that each compare with 500 values: 5.6 MB. */
const LARGE: RuleDraft['when'] = {
  op: 'ANY',
  of: Array.from({ length: 5 }, () => ({
    op: 'ANY' as const,
    of: Array.from({ length: 98 }, () => ({
      k: 'attr' as const,
      field: 'ship_name' as const,
      cmp: 'in' as const,
      value: Array.from({ length: 500 }, (_, n) => `NIGHT TRADER ${n}`),
    })),
  })),
}

test('a rule larger than 256 KB is rejected with its size on creation and on change', async () => {
  const tooLarge = {
    Code: 'TOO_LARGE',
    Message: expect.stringMatching(/This rule has [\d,]+ KB\. At most 256 KB/),
  }
  expect(await server.raw(createRule, { ...SLOW, when: LARGE })).toMatchObject(tooLarge)
  const { id, version } = await server.call(createRule, SLOW)
  expect(await server.raw(updateRule, { id, expected_version: version, when: LARGE })).toMatchObject(tooLarge)
  expect((await server.call(getRules, {})).items).toMatchObject([{ id, version, when: SLOW.when }])
})
