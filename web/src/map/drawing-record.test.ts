import { expect, test } from 'vitest'
import { drawingRows, madeBy } from './drawing-record.ts'

test('a tooltip shows two decimals and times, and never an id, a user number or groups', () => {
  const made = madeBy({
    id: 'a1',
    created_at: '2026-03-01T10:00:00.000Z',
    owner_id: 'u7',
    owner: 'asha',
    group_ids: ['west'],
  })
  const rows = drawingRows({ name: 'Gulf patrol', area_nm2: 12.3456, valid_to: null, claimants: [], ...made })
  expect(rows).toEqual([
    { label: 'Name', value: 'Gulf patrol' },
    { label: 'Area nm2', value: '12.35' },
    { label: 'Created by', value: 'asha' },
    { label: 'Created time', value: '2026-03-01T10:00:00.000Z', at: '2026-03-01T10:00:00.000Z' },
  ])
})
