import { getNotices } from '@samudra/contract/notifications'
import { getSystemUtils } from '@samudra/contract/system'
import { expect, test } from 'vitest'
import { PASSWORD, until, type Receiver, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { coastAndSatelliteOfFile, receivedAt } from '../../../../../testing/seas/rules.ts'
import { DetectorTrouble } from './detector-trouble.ts'

let server: TestServer
let receiver: Receiver
let putOn: (ms: number) => void
coastAndSatelliteOfFile((centre) => ({ server, receiver, putOn } = centre))

/** Number of vessels above the hourly limit of a detector, none with a country in its number. */
const FLOOD = 1100
const FIRST = 100_000_000
const detectors = async ({ call }: Pick<TestServer, 'call'> = server) =>
  (await call(getSystemUtils, {})).components.find(({ name }) => name === 'Detectors')!

test('a detector that finds too much is reported silent until the hour ends', async () => {
  expect(await detectors()).toMatchObject({ state: 'OK', words: 'running' })
  await receiver.send(
    Array.from({ length: FLOOD }, (_, n) =>
      receivedAt(Date.now(), { mmsi: FIRST + n, lat: 5 + n / 1000, lon: 75, sog: 10, cog: 90 }),
    ).flat(),
  )
  await until(async () => (await detectors()).state === 'DEGRADED', 'the detector is silent')
  expect((await detectors()).words).toMatch(
    /^Illegal MMSI reached the hourly limit and is paused until the next hour$/,
  )
  const isNotified = async () =>
    (await server.call(getNotices, { limit: 100 })).items.some(({ text }) =>
      text.startsWith('The detector Illegal MMSI is paused until the next hour: it had more than 1000'),
    )
  await until(isNotified, 'administrators are notified')
  putOn(3_600_000)
  // The session ended meanwhile.
  expect(await detectors(await server.logIn('admin', PASSWORD))).toMatchObject({ state: 'OK' })
})

test('trouble in the evaluating process is shown by the others while it is reported', () => {
  let now = 0
  const followers: ((words: unknown) => void)[] = []
  const aProcess = (query: () => object) => {
    let follower: ((words: unknown) => void) | undefined
    const others = {
      publish: (_: string, words: unknown) => {
        for (const one of followers) if (one !== follower) one(words)
      },
      follow: (_: string, { changed }: { changed(words: never): unknown }) =>
        void followers.push((follower = changed as (words: unknown) => void)),
    }
    return new DetectorTrouble({
      clock: { now: () => now as never },
      others: others as never,
      currentRules: query,
    })
  }
  let rules = {}
  const [one, other] = [aProcess(() => rules), aProcess(() => rules)]
  one.note('Spoofing', 'FAILS')
  one.note('Loitering', 'FLOODS')
  expect(other.words()).toBe(
    'Spoofing failed and detects nothing; Loitering reached the hourly limit and is paused until the next hour',
  )
  now += 50_000
  one.pushChange()
  now += 50_000
  expect(other.words()).toBe(one.words())
  // A rule was changed, and all are made ready again.
  rules = {}
  one.pushChange()
  expect(other.words()).toBe('Loitering reached the hourly limit and is paused until the next hour')
  now += 3_600_000
  expect(other.words()).toBeNull()
  one.noteTurn(false)
  expect(other.words()).toMatch(/^rules and detectors are not evaluated at present/)
  one.noteTurn(true)
  expect(other.words()).toBeNull()
})
