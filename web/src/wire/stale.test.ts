import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { makeStale } from './stale.ts'

/** A list that is shown, whose answers come when they are let. */
function shown() {
  const queries = new QueryClient()
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(queries, {
    queryKey: ['getThings', {}],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  const shows = () => observer.getCurrentResult().data
  const query = async (count: number) => {
    await expect.poll(() => answers.length).toBe(count)
  }
  return { queries, answers, shows, query, stop }
}

test('a change during the first answer is shown', async () => {
  const { queries, answers, shows, query, stop } = shown()
  await query(1)
  makeStale(queries, { name: 'getThings' })
  makeStale(queries, { name: 'getThings' })
  answers[0]!('before')
  await query(2)
  expect(shows()).toBe('before')
  answers[1]!('after')
  await expect.poll(shows).toBe('after')
  expect(answers).toHaveLength(2)
  stop()
})

test('a complete answer is read again at once, and other lists are unaffected', async () => {
  const { queries, answers, shows, query, stop } = shown()
  await query(1)
  answers[0]!('before')
  await expect.poll(shows).toBe('before')
  makeStale(queries, { name: 'getOthers' })
  makeStale(queries, { name: 'getThings' })
  await query(2)
  answers[1]!('after')
  await expect.poll(shows).toBe('after')
  stop()
})
