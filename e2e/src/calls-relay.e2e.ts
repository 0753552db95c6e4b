// Rooms: calls
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startRelay, whyNoRelay, type Relay } from '../../server/testing/calls/a-relay.ts'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import { accept, CALLS, callStats, COUNT_PACKETS, expectFlow, expectOut, leave, place } from './a-call.ts'
import { Centre } from './a-centre.ts'
import { expectNoComplaint } from './a-file.ts'
import { createUser } from './a-user.ts'

const why = whyNoRelay()
describe.skipIf(why !== null)(`calls through a relay${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let relay: Relay | undefined
  let centre: Centre
  beforeAll(async () => {
    relay = await startRelay()
    const turn = `turn:127.0.0.1:${relay.port}?transport=udp`
    centre = new Centre(['--sim', 'none', '--turn', turn, '--turn-secret', relay.secretFile])
    await centre.start()
    const administrator = await callerOf(centre.base)
    const { version } = await administrator(getAdminSettings, {})
    await administrator(updateAdminSettings, {
      changes: { 'calls.relay_only': true },
      expected_version: version,
    })
  })
  afterEach(() => expectNoComplaint(centre))
  afterAll(async () => {
    await centre?.close()
    await relay?.stop()
  })

  async function caller(user?: { username: string; password: string }) {
    const page = await centre.page()
    page.setDefaultTimeout(20_000)
    await page.addInitScript(COUNT_PACKETS)
    await centre.signIn(page, CALLS, user)
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

  test('with the relay only, audio goes both ways through it, and no address of a participant is known', async () => {
    const user = await createUser(centre, 'ben.rao')
    const [host, ben] = [await caller(), await caller(user)]
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
})
