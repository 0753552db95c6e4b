// Rooms: kernel, filter-inputs, vessel-lists
import { tableUpdate } from '@samudra/contract/kind'
import {
  createVesselList,
  getVesselListHistory,
  getVesselsByVesselList,
  type ListStay,
} from '@samudra/contract/vessel-lists'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { afterAll, describe, expect, test } from 'vitest'
import { noRedis } from '../../../../testing/servers/a-redis.ts'
import { until, type Receiver } from '../../../../testing/servers/a-server.ts'
import { Watcher } from '../../../../testing/servers/a-watcher.ts'
import { twoWithCoast, type Started, type TwoServers } from '../../../../testing/servers/two-servers.ts'

type Session = Awaited<ReturnType<TwoServers['logIn']>>
/** On the list, and off it, before the kill; on it when it comes; on it only afterwards. */
const [PASSES, STAYS, COMES] = [475000021, 475000022, 475000023] as const

describe.skipIf(noRedis !== null)('two servers over one database', () => {
  let two: TwoServers
  let receiver: Receiver
  let one: Started
  let other: Started
  let screen: Watcher | undefined
  twoWithCoast((all) => void ({ two, receiver, one, other } = all))
  afterAll(() => screen?.close())

  const sails = (mmsi: number, sog: number) =>
    receiver.send(
      encodePosition({
        mmsi,
        lat: 3,
        lon: 65,
        sog,
        cog: 90,
        navStatus: 0,
        second: new Date().getUTCSeconds(),
      }),
    )
  const onList = async (who: Session, id: string) =>
    (await who.call(getVesselsByVesselList, { id })).items.map(({ mmsi }) => Number(mmsi)).sort()
  /** Waits for the members of a list, with repeated reports, because a feed is briefly away during a takeover. */
  const untilOn = (who: Session, id: string, mmsis: number[], [mmsi, sog]: [number, number]) =>
    until(
      async () => {
        await sails(mmsi, sog)
        return JSON.stringify(await onList(who, id)) === JSON.stringify(mmsis)
      },
      `the list holds ${mmsis.join(' and ') || 'nobody'}`,
    )
  const shownOf = (id: string) =>
    screen!.events.filter(
      ({ name, payload }) => name === tableUpdate.wire && (payload as { ids: string[] }).ids.includes(id),
    ).length
  const stays = async (who: Session, id: string) =>
    (await who.call(getVesselListHistory, { id })).items
      .map(({ mmsi, left_at }: ListStay) => `${mmsi} ${left_at === null ? 'is on it' : 'went'}`)
      .sort()

  test('members of a dynamic list join and leave once at both servers, also after a kill', async () => {
    const [here, there] = [await two.logIn(one), await two.logIn(other)]
    const list = { name: 'Fast', kind: 'DYNAMIC', color: '#c62828', visibility: 'PRIVATE' } as const
    const { id } = await there.call(createVesselList, { ...list, query: { speed: { min: 5 } } })
    screen = new Watcher(other.base, there.token)
    await until(() => screen!.socket.connected, 'a screen of the other is open')

    await untilOn(there, id, [PASSES], [PASSES, 9])
    await until(() => shownOf(id) === 1, 'the screen is told of who came')
    await untilOn(there, id, [], [PASSES, 1])
    await until(() => shownOf(id) === 2, 'the screen is told of who went')
    await untilOn(here, id, [STAYS], [STAYS, 9])
    expect(await stays(here, id)).toEqual([`${PASSES} went`, `${STAYS} is on it`])
    expect(await stays(there, id)).toEqual([`${PASSES} went`, `${STAYS} is on it`])
    await until(() => shownOf(id) === 3, 'the screen is told of her too')

    await two.kill(one)
    await untilOn(there, id, [STAYS, COMES], [COMES, 9])
    await untilOn(there, id, [COMES], [STAYS, 1])
    await untilOn(there, id, [PASSES, COMES], [PASSES, 9])
    expect(await stays(there, id)).toEqual(
      [`${PASSES} is on it`, `${PASSES} went`, `${STAYS} went`, `${COMES} is on it`].sort(),
    )
  })
})
