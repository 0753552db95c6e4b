import type { SignedIn, UserSettings } from '@samudra/contract/identity'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSettings } from '../../../../kit/settings.ts'

const INITIAL = useSettings.getState()
const account = { user: { id: 'asha', userSettings: INITIAL } as SignedIn | null }
const answers: { change: Partial<UserSettings>; answer: (isTaken: boolean) => void }[] = []
vi.mock('../../../../wire/session.ts', () => ({
  signedIn: () => account.user,
  // As the frame does when the session changes.
  keepSession: (user: SignedIn) => {
    account.user = user
    useSettings.setState(user.userSettings)
  },
}))
vi.mock('../../../../wire/call.ts', () => ({
  call: (_op: unknown, change: Partial<UserSettings>) =>
    new Promise((found, refused) => {
      const answer = (isTaken: boolean) =>
        isTaken ? found({ userSettings: { ...INITIAL, ...change } }) : refused(new Error('not now'))
      answers.push({ change, answer })
    }),
}))
const { saveDisplay } = await import('./save-display.ts')

beforeEach(() => {
  account.user = { id: 'asha', userSettings: INITIAL } as SignedIn
  useSettings.setState(INITIAL)
  answers.length = 0
})
const query = async (n: number) => {
  await expect.poll(() => answers.length).toBe(n)
  return answers[n - 1]!
}

test('both of two simultaneous choices are saved, and neither flickers back', async () => {
  const shown: string[] = []
  const stop = useSettings.subscribe((now) => shown.push(`${now['datetime.zone']} ${now['distance.unit']}`))
  const both = [saveDisplay({ 'datetime.zone': 'UTC' }), saveDisplay({ 'distance.unit': 'Kilometers' })]
  ;(await query(1)).answer(true)
  const second = await query(2)
  expect(second.change).toMatchObject({ 'datetime.zone': 'UTC', 'distance.unit': 'Kilometers' })
  second.answer(true)
  await Promise.all(both)
  stop()
  expect(account.user!.userSettings).toMatchObject({
    'datetime.zone': 'UTC',
    'distance.unit': 'Kilometers',
  })
  expect(shown[0]).toBe('UTC Nautical Miles')
  expect(new Set(shown.slice(1))).toEqual(new Set(['UTC Kilometers']))
})

test('a rejected choice is reported and reverted, and reverts no other choice', async () => {
  const refused = saveDisplay({ 'datetime.zone': 'UTC' })
  const taken = saveDisplay({ 'distance.unit': 'Kilometers' })
  ;(await query(1)).answer(false)
  await expect(refused).rejects.toThrow('not now')
  ;(await query(2)).answer(true)
  await taken
  expect(useSettings.getState()).toMatchObject({ 'datetime.zone': 'IST', 'distance.unit': 'Kilometers' })
})

test('a palette that cannot be saved leaves the session, and so the tab, unchanged', async () => {
  const before = account.user
  const refused = saveDisplay({ theme: 'night' })
  ;(await query(1)).answer(false)
  await expect(refused).rejects.toThrow('not now')
  expect(account.user).toBe(before)
})
