import { expect, test } from 'vitest'
import { addEntry, deleteEntry, entryOf, invalidate, updateEntry, useCache } from './cache.ts'

test('entries are added, updated and deleted; invalidation drops the picture and dashboards', () => {
  addEntry('staticAisData', { version: '1', sources: [] })
  updateEntry('staticAisData', { version: '2' })
  updateEntry('nothing', { version: '2' })
  expect(useCache.getState().entries).toEqual({ staticAisData: { version: '2', sources: [] } })
  for (const name of ['aisData', 'dashboard', 'dashboard.alerts', 'manualTracks']) addEntry(name, {})
  invalidate()
  expect(Object.keys(useCache.getState().entries)).toEqual(['staticAisData', 'manualTracks'])
  deleteEntry('staticAisData')
  expect(entryOf('staticAisData')).toBeUndefined()
})
