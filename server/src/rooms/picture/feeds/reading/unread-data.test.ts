import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSourceWiseStatus } from '@samudra/contract/feeds'
import { Receiver, aServer, until, type TestServer } from '../../../../../testing/servers/a-server.ts'
import { UnreadData } from './unread-data.ts'

let receiver: Receiver
let sea: TestServer
beforeAll(async () => {
  receiver = await Receiver.listen()
  sea = await aServer([receiver.feed('COASTAL')])
})
afterAll(async () => {
  await sea.close()
  await receiver.close()
})

/** Position tracking of the US Coast Guard, which is enciphered, and a telegram anybody can read. */
const ENCIPHERED = '!AIVDM,1,1,,A,85Mwp`1Kf3aCnsNvBWLi=wQuNhA5t43N`5nCuI=p<IBfVqnMgPGs,0*47'
const CUT_SHORT = '!AIVDM,1,1,,A,63LBA4;WBevJ04k0=@E=B0td,0*17'
const TELEGRAM = '!AIVDM,1,1,,B,65Ps:8=:0MjP0420<4U>1@E=B10i>04<fp0,2*23'

test('a source lists unreadable binary data by area code and function', async () => {
  await receiver.send([ENCIPHERED, TELEGRAM, CUT_SHORT, ENCIPHERED])
  const unread = async () => (await sea.call(getSourceWiseStatus, {}))[0]!.unread_data
  await until(async () => (await unread()).length === 2, 'the data is counted')
  expect(await unread()).toEqual([
    { dac: 366, fi: 56, messages: 2 },
    { dac: 1, fi: 12, messages: 1 },
  ])
})

test('noise under every number there is takes a hundred lines and no more', () => {
  const raw = { kind: 'raw', bits: 8, data: '00' } as const
  const counted = new UnreadData()
  for (let dac = 0; dac < 1024; dac++) for (let fi = 0; fi < 64; fi++) counted.note(dac, fi, raw)
  counted.note(0, 0, raw)
  const both = new UnreadData()
  both.add(counted)
  both.note(null, null, raw)
  const found = both.reported()
  expect(found).toHaveLength(101)
  expect(found[0]).toEqual({ dac: 0, fi: 0, messages: 2 })
  expect(found.reduce((sum, { messages }) => sum + messages, 0)).toBe(65_538)
})
