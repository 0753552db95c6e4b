import { createServer } from 'node:http'
import { getAudit } from '@samudra/contract/audit'
import { cancelJob, getJobs, jobChanged, retryJob, type Job } from '@samudra/contract/jobs'
import { expect, test } from 'vitest'
import { aServer, until } from '../../../../testing/servers/a-server.ts'
import { aUser } from '../../../../testing/servers/a-user.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'

test('administrators see scheduled and failed jobs live, run them at once and cancel them', async () => {
  const sea = await aServer([], undefined, {
    // No server answers there.
    weather: 'http://127.0.0.1:1/{date}/{run}/{hour}',
  })
  const jobs = async () => (await sea.call(getJobs, {})).items
  const find = async (name: string) => (await jobs()).find((job) => job.name === name)!
  expect((await jobs()).map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'identity.sweep',
      'history.counts',
      'history.tiers',
      'audit.end',
      'tracks.heat',
      'aircraft.days',
    ]),
  )
  expect(await find('history.tiers')).toMatchObject({
    scheduled: true,
    state: 'WAITING',
    why: null,
    can: ['RETRY'],
  })
  await until(async () => (await find('weather.fetch')).why !== null, 'the weather cannot be fetched')
  const weather = await find('weather.fetch')
  expect(weather).toMatchObject({ state: 'WAITING', tries: 1, why: expect.stringMatching(/fetch failed/) })
  expect(Date.parse(weather.due_at!)).toBeGreaterThan(Date.now())

  const user = await aUser(sea, 'operator')
  expect(await user.raw(getJobs, {})).toMatchObject({ Code: 'FORBIDDEN' })
  expect(await user.raw(retryJob, { id: weather.id })).toMatchObject({ Code: 'FORBIDDEN' })
  const [screen, other] = [new Watcher(sea.base, sea.token), new Watcher(sea.base, user.token)]
  await until(() => screen.socket.connected && other.socket.connected, 'both screens are open')
  expect(await sea.call(retryJob, { id: weather.id })).toMatchObject({ state: 'WAITING', tries: 0 })
  const found = () =>
    screen.events
      .filter(({ name }) => name === jobChanged.wire)
      .map(({ payload }) => payload as Job)
      .filter(({ id }) => id === weather.id)
  await until(() => found().at(-1)?.tries === 1, 'the screen shows that it failed again')
  expect(found().at(-1)).toMatchObject({
    state: 'WAITING',
    why: expect.stringMatching(/fetch failed/) as string,
    does: 'Download the newest weather forecast',
  })
  expect(await find('weather.fetch')).toEqual(found().at(-1))
  expect(other.events.filter(({ name }) => name === jobChanged.wire)).toEqual([])

  // What comes by itself is cancelled only while it runs.
  expect(await sea.raw(cancelJob, { id: weather.id })).toMatchObject({ Code: 'NOT_FOUND' })
  expect(await sea.raw(retryJob, { id: 'nothing' })).toMatchObject({ Code: 'NOT_FOUND' })
  const [entry] = (await sea.call(getAudit, { action: 'retryJob', result: 'OK' })).items
  expect(entry).toMatchObject({ object_type: 'job', object_id: weather.id, actor: 'admin' })
  screen.close()
  other.close()
  await sea.close()
})

test('a job that runs is cancelled from the screen', async () => {
  let requests = 0
  // Takes the call and never answers.
  const silent = createServer(() => void requests++)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const sea = await aServer([], undefined, { weather: `http://127.0.0.1:${port}/{date}/{run}/{hour}` })
  await until(() => requests > 0, 'the weather is asked for')
  const find = async () => (await sea.call(getJobs, {})).items.find(({ name }) => name === 'weather.fetch')!
  const { id, can, tries } = await find()
  expect({ can, tries }).toEqual({ can: ['CANCEL'], tries: 1 })
  const screen = new Watcher(sea.base, sea.token)
  await until(() => screen.socket.connected, 'the screen is open')
  const ofJob = () =>
    screen.events
      .flatMap(({ name, payload }) => (name === jobChanged.wire ? [payload as Job] : []))
      .filter((job) => job.id === id)
  expect(await sea.call(cancelJob, { id })).toMatchObject({ state: 'RUNNING' })
  await until(async () => (await find()).state === 'WAITING', 'it has ended')
  expect(await find()).toMatchObject({ why: 'Cancelled by admin.', tries: 0 })
  await until(() => ofJob().at(-1)?.state === 'WAITING', 'the screen shows that it ended')
  screen.close()
  await sea.close()
  silent.closeAllConnections()
  silent.close()
})
