import { readFileSync } from 'node:fs'
import path from 'node:path'
import { addFeed, deleteFeed, getSourceWiseStatus, updateFeed } from '@samudra/contract/feeds'
import { expect, test } from 'vitest'
import { aServer } from '../../../../testing/servers/a-server.ts'
import { ROOF } from '../../../../testing/seas/a-feed.ts'
import { FEED_OPTIONS } from './feed-options.ts'

test('the page on how to run names every option of feeds with the kinds that take it', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../../../docs/run.md'), 'utf8')
  const table = page.split('| Option | Kinds |')[1]!.split('\n\n')[0]!
  const found = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, name = '', kinds = '']) => [name, kinds.split(', ').sort()])
  const taken = Object.entries(FEED_OPTIONS).map(([name, { kinds }]) => [name, kinds.toSorted()])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(taken))
})

test('a feed with a misspelt option, an invalid value or a taken name fails with its field', async () => {
  const sea = await aServer()
  const { id } = await sea.call(addFeed, ROOF)
  expect(await sea.raw(addFeed, { ...ROOF, address: '127.0.0.1:8101' })).toMatchObject({
    Code: 'VALIDATION',
    fields: [{ field: 'name', why: 'another feed has the name "Roof". Choose another name' }],
  })
  for (const options of [{ alow: '10.0.0.5' }, { loop: true }, { time: 'arrival' }])
    expect(await sea.raw(addFeed, { ...ROOF, name: 'Hill', options })).toMatchObject({
      Code: 'VALIDATION',
      fields: [{ field: 'options' }],
    })
  const hill = await sea.call(addFeed, {
    ...ROOF,
    name: 'Hill',
    source: 'HILL',
    options: { time: 'received' },
  })
  const renamed = { id: hill.id, expected_version: 1, name: 'Roof' }
  expect(await sea.raw(updateFeed, renamed)).toMatchObject({ fields: [{ field: 'name' }] })
  const sources = async () => (await sea.call(getSourceWiseStatus, {})).map(({ source }) => source)
  expect(await sources()).toEqual(['ROOF', 'HILL'])
  // A deleted feed leaves no state of its source.
  await sea.call(deleteFeed, { id })
  expect(await sources()).toEqual(['HILL'])
  await sea.close()
})
