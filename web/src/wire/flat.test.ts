import { getSightOfUser, getVesselData } from '@samudra/contract/picture'
import { expect, test } from 'vitest'
import { flatOf, flatten } from './flat.ts'

test('a long list in an answer is sent as one array of numbers, and reads the same without it', () => {
  const positions = [
    [72, 10, 419000001],
    [73, 11, 419000002],
  ]
  const data: Record<string, unknown> = { positions, of: 2 }
  expect(flatten(getSightOfUser.flat, data)).toEqual([(data['positions'] as Float64Array).buffer])
  expect(flatOf(data['positions'])).toEqual(flatOf(positions))
  expect(flatten(getVesselData.flat, { positions })).toEqual([])
})
