import type { ReportBlockData } from '@samudra/contract/reports'
import { expect, test } from 'vitest'
import { withoutEmpty } from './report-files.ts'

const block = (kind: string, total: number | null, previous: number | null = null) =>
  ({
    block: { kind },
    error: null,
    figure: total === null ? null : { total, previous: previous === null ? null : { total: previous } },
  }) as unknown as ReportBlockData
const kindsOf = (blocks: ReportBlockData[]) => withoutEmpty(blocks).map((one) => one.block.kind)

test('a section that counts nothing is its heading and its number', () => {
  const section = (total: number, previous = 0) => [
    block('heading', null),
    block('number', total, previous),
    block('table', total, previous),
    block('list', total),
  ]
  expect(kindsOf([...section(0), ...section(2)])).toEqual([
    'heading',
    'number',
    'heading',
    'number',
    'table',
    'list',
  ])
  expect(kindsOf(section(0, 1))).toHaveLength(4)
  expect(kindsOf([block('table', 0), ...section(0)])).toEqual(['table', 'heading', 'number'])
  const failed = [...section(0).slice(0, 3), { ...block('list', null), error: 'The area was deleted.' }]
  expect(kindsOf(failed)).toHaveLength(4)
  expect(kindsOf([block('heading', null), block('list', 0), block('map', 0)])).toHaveLength(3)
})
