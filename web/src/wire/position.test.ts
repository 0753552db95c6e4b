import { expect, test } from 'vitest'
import { Position } from './position.ts'

test('a page resumes from its first read, and from its last push once the numbering is named', () => {
  const position = new Position(1_000)
  expect(position.resume).toEqual({ epoch: null, last_seq: 1_000_000 })
  // Missed pushes precede the message that completes them; after an interruption between, they are sent again.
  position.heard('table_update', { table: 'aoi' }, { seq: 1_000_500, id: 'e.1000500' })
  expect(position.resume).toEqual({ epoch: null, last_seq: 1_000_000 })
  position.heard('resumed', { epoch: 'e', seq: 1_000_600 }, { seq: 1_000_600 })
  expect(position.resume).toEqual({ epoch: 'e', last_seq: 1_000_600 })
  position.heard('heartbeat', {}, { seq: 1_000_700 })
  position.heard('refused', { why: 'x' }, undefined)
  expect(position.resume).toEqual({ epoch: 'e', last_seq: 1_000_700 })
  position.heard('resync', { epoch: 'f', seq: 5 }, { seq: 5 })
  expect(position.resume).toEqual({ epoch: 'f', last_seq: 5 })
})
