import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onLongPress } from './long-press.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns a chart under a finger; events carry the time at which the screen detected them, as in browsers. */
function aChart() {
  const heard: string[] = []
  const element = Object.assign(new EventTarget(), { getBoundingClientRect: () => ({ left: 100, top: 50 }) })
  onLongPress(
    element as unknown as HTMLElement,
    ({ x, y }) => heard.push(`press ${x} ${y}`),
    () => heard.push('no press'),
  )
  const send = (type: string, at: number, touches: { clientX: number; clientY: number }[]) => {
    const event = new Event(type, { cancelable: true })
    Object.defineProperties(event, { touches: { value: touches }, timeStamp: { value: at } })
    element.dispatchEvent(event)
    return event.defaultPrevented ? 'no tap' : 'tap'
  }
  return { heard, send }
}
const FINGER = [{ clientX: 300, clientY: 250 }]

test('a finger that rests is a press while it rests, and no tap when it leaves', () => {
  const { heard, send } = aChart()
  send('touchstart', 1000, FINGER)
  vi.advanceTimersByTime(499)
  expect(heard).toEqual([])
  vi.advanceTimersByTime(1)
  expect(heard).toEqual(['press 200 200'])
  expect(send('touchend', 1700, [])).toBe('no tap')
  expect(heard).toEqual(['press 200 200'])
})

test('a tap whose end a busy machine delivers late is a tap, and the menu it opened closes', () => {
  const { heard, send } = aChart()
  send('touchstart', 1000, FINGER)
  vi.advanceTimersByTime(900)
  expect(send('touchend', 1075, [])).toBe('tap')
  expect(heard).toEqual(['press 200 200', 'no press'])
})

test('a press that is over before a busy page came to look is a press all the same', () => {
  const { heard, send } = aChart()
  send('touchstart', 1000, FINGER)
  expect(send('touchend', 1520, [])).toBe('no tap')
  vi.advanceTimersByTime(2000)
  expect(heard).toEqual(['press 200 200'])
})

test('a finger that moves, and a second one, are neither', () => {
  const { heard, send } = aChart()
  send('touchstart', 1000, FINGER)
  send('touchmove', 1100, [{ clientX: 310, clientY: 250 }])
  expect(send('touchend', 1800, [])).toBe('tap')
  send('touchstart', 3000, FINGER)
  send('touchstart', 3100, [...FINGER, ...FINGER])
  send('touchend', 3900, FINGER)
  expect(send('touchend', 3910, [])).toBe('tap')
  vi.advanceTimersByTime(2000)
  expect(heard).toEqual([])
})
