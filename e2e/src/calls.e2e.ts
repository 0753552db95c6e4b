// Rooms: calls
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { CALL_SIGNAL, getOpenCalls, type Call } from '@samudra/contract/calls'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logInAt } from '../../server/testing/servers/a-server.ts'
import { Watcher } from '../../server/testing/servers/a-watcher.ts'
import {
  accept,
  callWindow,
  CALLS,
  COUNT_PACKETS,
  expectFlow,
  expectOut,
  leave,
  openLinks,
  packets,
  place,
  ring,
} from './a-call.ts'
import { aCable } from './a-centre.ts'
import { centreOfFile } from './a-file.ts'
import { createUser, expectAccessible, expectNoOverflow } from './a-user.ts'

/** A page whose cable is cut complains of the network. */
const centre = centreOfFile(/ERR_(EMPTY_RESPONSE|CONNECTION_\w+)|WebSocket/, ['--envelope', 'optional'])
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type User = Awaited<ReturnType<typeof createUser>>
let cable: Awaited<ReturnType<typeof aCable>>
let host: Page
/** On a phone, by a cable that can be cut. */
let ben: Page
let benUser: User
let chen: Page
let chenUser: User
beforeAll(async () => {
  cable = await aCable(centre.port)
  ;[benUser, chenUser] = [await createUser(centre, 'ben.rao'), await createUser(centre, 'chen.li')]
  host = await caller()
  ben = await caller(benUser, cable.base, 390, 844)
  chen = await caller(chenUser)
})
afterAll(() => cable.close())

async function caller(user?: User, base = centre.base, width = 1366, height = 768) {
  const page = await centre.page(width, height)
  page.setDefaultTimeout(20_000)
  await page.addInitScript(COUNT_PACKETS)
  await centre.signIn(page, `${base}${CALLS}`, user)
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor()
  return page
}
test('a call is placed, accepted, muted, goes on over a reload, and ends for both', async () => {
  const other = ben
  await place(host, 'ben.rao')
  await ring(other).getByText('admin').waitFor()
  await expect.poll(() => other.title()).toContain('Call from admin')
  await expectAccessible(other, axe)
  await expectNoOverflow(other)
  if (process.env['SHOTS'] !== undefined) await other.screenshot({ path: `${process.env['SHOTS']}/ring.png` })
  // Nothing is open before it is accepted.
  expect(await other.evaluate('window.links.length')).toBe(0)
  await other.getByRole('button', { name: 'Accept' }).click()
  await expectFlow('audio', host, other)
  await expect.poll(() => host.title()).toContain('Microphone on')
  await expectAccessible(host, axe)
  await expectNoOverflow(host)

  await host.getByRole('button', { name: 'Mute' }).click()
  await callWindow(other).getByLabel('Muted').waitFor()
  await host.getByRole('button', { name: 'Unmute' }).click()

  await other.reload()
  await callWindow(other).waitFor()
  await expectFlow('audio', host, other)

  await host.getByRole('button', { name: 'Camera on' }).click()
  await expect
    .poll(() => other.evaluate(`document.querySelector('.call-tile video')?.videoWidth ?? 0`))
    .toBeGreaterThan(0)
  if (process.env['SHOTS'] !== undefined) {
    await host.screenshot({ path: `${process.env['SHOTS']}/call-host.png` })
    await other.screenshot({ path: `${process.env['SHOTS']}/call-other.png` })
  }

  await other.getByRole('button', { name: 'Leave the call' }).click()
  await expectOut(host, other)
  await other.getByRole('row').filter({ hasText: 'admin' }).first().waitFor()
})

test('a caller sees who declined or is busy, and a called user sees that the host cancelled', async () => {
  await place(host, 'ben.rao')
  await ring(ben).getByRole('button', { name: 'Decline' }).click()
  await host.getByText('Call Declined by the User ben.rao', { exact: true }).waitFor()
  await expectOut(host, ben)

  await place(host, 'ben.rao')
  await ring(ben).waitFor()
  await host.getByRole('button', { name: 'Cancel the call' }).click()
  await ben.getByText('Call Cancelled by the Host', { exact: true }).waitFor()
  await ring(ben).waitFor({ state: 'detached' })

  await place(chen, 'ben.rao')
  await accept(ben)
  await expectFlow('audio', chen, ben)
  await place(host, 'ben.rao')
  await host.getByText('ben.rao is in another call', { exact: true }).waitFor()
  await expectOut(host)
  await leave(chen)
  await expectOut(ben, chen)
})

test('of three the two others talk on when the host leaves', async () => {
  await place(host, 'ben.rao', 'chen.li')
  await accept(ben)
  await accept(chen)
  await expectFlow('audio', host, ben, chen)
  await leave(host)
  await expectOut(host)
  await expect.poll(() => openLinks(ben)).toBe(1)
  await expectFlow('audio', ben, chen)
  await leave(ben)
  await expectOut(ben, chen)
})

test('a screen is shared, a lost microphone is named and returns, and forged signals do nothing', async () => {
  await place(host, 'chen.li')
  await accept(chen)
  await expectFlow('audio', host, chen)
  await host.getByRole('button', { name: 'Share a screen' }).click()
  await callWindow(chen).getByLabel('Shares a screen').waitFor()
  await expect.poll(() => host.title()).toContain('Screen shared')
  await expect.poll(async () => (await packets(chen, 'video')).received).toBeGreaterThan(5)
  await host.getByRole('button', { name: 'Stop sharing' }).click()
  await callWindow(chen).getByLabel('Shares a screen').waitFor({ state: 'detached' })

  const microphone = `window.links.findLast((link) => link.connectionState === 'connected').getSenders()[0].track`
  await chen.evaluate(
    `{ const track = ${microphone}; track.stop(); track.dispatchEvent(new Event('ended')) }`,
  )
  await callWindow(chen).getByText('Your microphone was disconnected.').waitFor()
  await chen.evaluate(`navigator.mediaDevices.dispatchEvent(new Event('devicechange'))`)
  await callWindow(chen).getByText('Your microphone was disconnected.').waitFor({ state: 'detached' })
  await expectFlow('audio', host, chen)

  const links = await openLinks(chen)
  const own = await logInAt(centre.base, chenUser.username, chenUser.password)
  const [{ roomName, participants }] = (await own.call(getOpenCalls, {})).items as [Call]
  const peers = participants.map(({ peer_id }) => peer_id!)
  for (const { username, password } of [benUser, chenUser]) {
    const { token } = await logInAt(centre.base, username, password)
    const forger = new Watcher(centre.base, token)
    await expect.poll(() => forger.socket.connected).toBe(true)
    for (const [from, to] of [peers, peers.toReversed(), ['0123456789abcdef', peers[0]]])
      forger.socket.emit(CALL_SIGNAL, { roomName, from, to, description: { type: 'offer', sdp: 'forged' } })
    forger.close()
  }
  await expectFlow('audio', host, chen)
  expect(await openLinks(chen)).toBe(links)
  await leave(chen)
  await expectOut(host, chen)
})

test('a call goes on while the network of one is cut from the server, and both are active again', async () => {
  await place(host, 'ben.rao')
  await accept(ben)
  await expectFlow('audio', host, ben)
  cable.cut()
  // Media go between the browsers.
  await expectFlow('audio', host, ben)
  await callWindow(host).getByText('Reconnecting…').waitFor()
  await expectFlow('audio', host, ben)
  cable.mend()
  await callWindow(host).getByText('Reconnecting…').waitFor({ state: 'detached' })
  await expectFlow('audio', host, ben)
  await leave(ben)
  await expectOut(host, ben)
})

test('a call that is accepted on one device rings on the other no more', async () => {
  const second = await caller(benUser)
  await place(host, 'ben.rao')
  await ring(second).waitFor()
  await accept(ben)
  await ring(second).waitFor({ state: 'detached' })
  await expectFlow('audio', host, ben)
  expect(await second.evaluate('window.links.length')).toBe(0)
  await second.close()
  await leave(ben)
  await expectOut(host, ben)
})
