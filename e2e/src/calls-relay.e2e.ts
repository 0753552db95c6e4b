// Rooms: calls
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startRelay, whyNoRelay, type Relay } from '../../server/testing/calls/a-relay.ts'
import { startThinLine } from '../../server/testing/calls/thin-line.ts'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import {
  accept,
  CALLS,
  callStats,
  callWindow,
  COUNT_PACKETS,
  expectFlow,
  expectOut,
  leave,
  place,
} from './a-call.ts'
import { aCable, Centre } from './a-centre.ts'
import { expectNoComplaint } from './a-file.ts'
import { createUser } from './a-user.ts'

const why = whyNoRelay()
/** A page whose cable is cut complains of the network. */
const OF_CUT = /ERR_(EMPTY_RESPONSE|CONNECTION_\w+)|WebSocket/

describe.skipIf(why !== null)(`calls through a relay${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let relay: Relay | undefined
  let line: Awaited<ReturnType<typeof startThinLine>> | undefined
  let centre: Centre
  let cable: Awaited<ReturnType<typeof aCable>> | undefined
  let host: Page
  /** By a cable that can be cut. */
  let ben: Page
  beforeAll(async () => {
    relay = await startRelay()
    line = await startThinLine(relay.port, { lossShare: 0, delayMs: 0, bitsPerSecond: 100e6 })
    const turn = `turn:127.0.0.1:${line.port}?transport=udp`
    centre = new Centre(['--sim', 'none', '--turn', turn, '--turn-secret', relay.secretFile])
    await centre.start()
    const administrator = await callerOf(centre.base)
    const { version } = await administrator(getAdminSettings, {})
    await administrator(updateAdminSettings, {
      changes: { 'calls.relay_only': true },
      expected_version: version,
    })
    cable = await aCable(centre.port)
    const user = await createUser(centre, 'ben.rao')
    ;[host, ben] = [await caller(centre.base), await caller(cable.base, user)]
  })
  afterEach(() => expectNoComplaint(centre, OF_CUT))
  afterAll(async () => {
    await centre?.close()
    cable?.close()
    line?.close()
    await relay?.stop()
  })

  async function caller(base: string, user?: { username: string; password: string }) {
    const page = await centre.page()
    page.setDefaultTimeout(20_000)
    await page.addInitScript(COUNT_PACKETS)
    await centre.signIn(page, `${base}${CALLS}`, user)
    await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor()
    return page
  }
  /** Types of the two ends of the connection that carries the media of a page. */
  async function ways(page: Page) {
    const stats = await callStats(page)
    const pair = stats.find(({ type, nominated, state }) => {
      return type === 'candidate-pair' && nominated === true && state === 'succeeded'
    })
    const typeOf = (id: string | undefined) => stats.find((one) => one.id === id)?.candidateType
    return [typeOf(pair?.localCandidateId), typeOf(pair?.remoteCandidateId)]
  }

  test('with the relay only, audio passes both ways and no address of a participant is known', async () => {
    await place(host, 'ben.rao')
    await accept(ben)
    await expectFlow('audio', host, ben)
    for (const page of [host, ben]) {
      expect(await ways(page)).toEqual(['relay', 'relay'])
      const others = (await callStats(page)).filter(({ type }) => type === 'remote-candidate')
      expect(new Set(others.map(({ candidateType }) => candidateType))).toEqual(new Set(['relay']))
    }
    await leave(ben)
    await expectOut(host, ben)
  })

  test('after a change of address, and a cut of media and socket together, the call goes on', async () => {
    await place(host, 'ben.rao')
    await accept(ben)
    await expectFlow('audio', host, ben)
    // The relay knows no allocation of the new addresses: another one is found by a restart.
    line!.changeAddresses()
    await callWindow(host).getByText('The connection to ben.rao is interrupted.').waitFor()
    await expectFlow('audio', host, ben)

    line!.faults.lossShare = 1
    cable!.cut()
    await callWindow(host).getByText('Reconnecting…').waitFor()
    await callWindow(host).getByText('No connection to ben.rao. Retrying.').waitFor({ timeout: 40_000 })
    cable!.mend()
    line!.faults.lossShare = 0
    await callWindow(host).getByText('Reconnecting…').waitFor({ state: 'detached' })
    await expectFlow('audio', host, ben)
    await leave(ben)
    await expectOut(host, ben)
  })
})
