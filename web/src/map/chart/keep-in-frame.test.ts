import { expect, test } from 'vitest'
import { keepInFrame } from './keep-in-frame.ts'

test('a track stays in its frame when the window is resized, until the user moves the chart', () => {
  const hearers = new Map<string, (event: { originalEvent?: unknown }) => void>()
  const fitted: unknown[] = []
  let box: [number, number, number, number] = [70, 5, 75, 10]
  const chart = {
    on: (name: string, hear: (event: { originalEvent?: unknown }) => void) => hearers.set(name, hear),
    fitBounds: (to: unknown) => fitted.push(to),
  }
  const fit = keepInFrame(chart, () => box, 11)
  const happens = (name: string, event = {}) => hearers.get(name)!(event)
  happens('movestart')
  happens('resize')
  expect(fitted).toEqual([box])
  box = [60, 5, 75, 10]
  fit()
  expect(fitted).toEqual([[70, 5, 75, 10], box])
  happens('movestart', { originalEvent: 'drag' })
  happens('resize')
  expect(fitted).toHaveLength(2)
})
