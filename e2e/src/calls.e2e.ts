// Rooms: calls
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { centreOfFile } from './a-file.ts'
import { createUser, expectAccessible, expectNoOverflow } from './a-user.ts'

const centre = centreOfFile()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const CALLS = '/home/collaboration/calls'

/** Counts packets of all connections of a page, as the browser counts them. */
const COUNT_PACKETS = `(() => {
  const Native = RTCPeerConnection
  const all = (window.links = [])
  window.RTCPeerConnection = class extends Native {
    constructor(...parameters) {
      super(...parameters)
      all.push(this)
    }
  }
  window.packets = async (kind) => {
    let [received, sent] = [0, 0]
    for (const link of all) {
      if (link.connectionState === 'closed') continue
      ;(await link.getStats()).forEach((one) => {
        if (one.type === 'inbound-rtp' && one.kind === kind) received += one.packetsReceived
        if (one.type === 'outbound-rtp' && one.kind === kind) sent += one.packetsSent
      })
    }
    return { received, sent }
  }
})()`
const packets = (page: Page, kind = 'audio') =>
  page.evaluate(`window.packets('${kind}')`) as Promise<{ received: number; sent: number }>

/** Expects that packets of a kind go both ways between pages, and go on. */
async function expectFlow(kind: string, ...pages: Page[]) {
  for (const page of pages) {
    const before = await packets(page, kind)
    await expect
      .poll(
        async () => {
          const now = await packets(page, kind)
          return Math.min(now.received - before.received, now.sent - before.sent)
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(5)
  }
}
/** Expects that no connection is open and no device of a page is used. */
async function expectQuiet(page: Page) {
  await expect
    .poll(() => page.evaluate(`window.links.filter((link) => link.connectionState !== 'closed').length`))
    .toBe(0)
}

async function caller(user?: Awaited<ReturnType<typeof createUser>>, width = 1366, height = 768) {
  const page = await centre.page(width, height)
  page.setDefaultTimeout(20_000)
  await page.addInitScript(COUNT_PACKETS)
  await centre.signIn(page, CALLS, user)
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor()
  return page
}
const window = (page: Page) => page.getByRole('region', { name: /^Call with/ })
const ring = (page: Page, kind: string) => page.getByRole('alertdialog', { name: new RegExp(`^${kind}`) })

/** Calls somebody from the screen of calls. */
async function place(page: Page, name: string, kind = 'Audio call') {
  await page.getByRole('button', { name: 'New call' }).click()
  const dialog = page.getByRole('dialog', { name: 'Call' })
  await dialog.getByLabel('People').pressSequentially(name)
  await page.getByRole('option', { name }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: kind }).click()
}

test('a call is placed, accepted, muted, goes on over a reload, and ends for both', async () => {
  const ben = await createUser(centre, 'ben.rao')
  const [host, other] = [await caller(), await caller(ben, 390, 844)]
  await place(host, 'ben.rao')
  await ring(other, 'Audio call').getByText('admin').waitFor()
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
  await window(other).getByLabel('Muted').waitFor()
  await host.getByRole('button', { name: 'Unmute' }).click()

  await other.reload()
  await window(other).waitFor()
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
  await window(host).waitFor({ state: 'detached' })
  await expectQuiet(host)
  await expectQuiet(other)
  await other.getByRole('row').filter({ hasText: 'admin' }).first().waitFor()
  await host.close()
  await other.close()
})
