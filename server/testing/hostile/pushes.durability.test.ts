// Rooms: socket, vessel-lists
import { resumed, resync } from '@samudra/contract/socket'
import { tableUpdate } from '@samudra/contract/kind'
import {
  addVesselToList,
  createVesselList,
  getVesselList,
  removeVesselFromList,
} from '@samudra/contract/vessel-lists'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, until, type TestServer } from '../servers/a-server.ts'
import { aUser } from '../servers/a-user.ts'
import { size } from '../servers/durability-size.ts'
import { whileOthersCall } from './attack.ts'

type Session = Pick<TestServer, 'call' | 'token'>
let server: TestServer
let asha: Session
let binu: Session
const sockets: Socket[] = []
beforeAll(async () => {
  server = await aServer()
  asha = await aUser(server, 'asha', ['*'], { group_ids: ['navy'] })
  binu = await aUser(server, 'binu', ['*'], { group_ids: ['navy'] })
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await server.close()
})

/** Opens a screen and collects its pushes. */
async function aScreen({ token }: Session, resume?: () => unknown) {
  const received: { wire: string; payload: { ids?: string[]; epoch?: string; seq?: number } }[] = []
  const socket = io(server.base, {
    transports: ['websocket'],
    reconnection: false,
    auth: (authenticate) => authenticate({ token, resume: resume?.() }),
  })
  sockets.push(socket)
  socket.onAny((wire: string, payload: (typeof received)[number]['payload']) =>
    received.push({ wire, payload }),
  )
  const stands = () => received.findLast(({ wire }) => wire === resumed.wire || wire === resync.wire)
  await until(() => stands() !== undefined, 'the screen is told where it stands')
  return { socket, found: received, stands }
}
/** It reads nothing any more, and stays open. */
const stall = ({ socket }: { socket: Socket }) =>
  (socket.io.engine.transport as unknown as { ws: { _socket: { pause(): void } } }).ws._socket.pause()

test('endless changes of one user in front of forty stalled screens delay no other user', async () => {
  const list = await asha.call(createVesselList, {
    name: 'Flood',
    kind: 'STATIC',
    color: '#c62828',
    visibility: 'GROUP',
  })
  const [here, away] = [await aScreen(binu), await aScreen(binu)]
  const { epoch, seq } = away.stands()!.payload
  away.socket.disconnect()
  for (let i = 0; i < size(5, 40); i++) stall(await aScreen(asha))
  const rounds = size(20, 1500)
  await whileOthersCall(
    async () => {
      const flood = async (mmsi: string) => {
        for (let i = 0; i < rounds; i++) {
          await asha.call(addVesselToList, { id: list.id, mmsis: [mmsi], reason: 'x'.repeat(200) })
          await asha.call(removeVesselFromList, { id: list.id, mmsi })
        }
      }
      await Promise.all(['419000001', '419000002', '419000003'].map(flood))
    },
    () => binu.call(getVesselList, {}),
  )
  const changes = () =>
    here.found.filter(({ wire, payload }) => wire === tableUpdate.wire && payload.ids?.[0] === list.id)
  await until(() => changes().length === rounds * 6, 'who listens is told of every change')
  const back = await aScreen(binu, () => ({ epoch, last_seq: seq }))
  expect(back.stands()!.wire).toBe(rounds * 6 > 1000 ? resync.wire : resumed.wire)
}, 300_000)
