import type { Page } from 'playwright-core'

/** Screen on which calls are placed. */
export const CALLS = '/home/collaboration/calls'
const WAIT_MS = 20_000

/** Script of a page that counts packets of all its connections, as the browser counts them. */
export const COUNT_PACKETS = `(() => {
  const Native = RTCPeerConnection
  const all = (window.links = [])
  window.RTCPeerConnection = class extends Native {
    constructor(...parameters) {
      super(...parameters)
      all.push(this)
    }
  }
  window.callStats = async () => {
    const found = []
    for (const link of all)
      if (link.connectionState !== 'closed') (await link.getStats()).forEach((one) => found.push(one))
    return found
  }
})()`

type Stat = {
  type: string
  kind?: string
  id: string
  packetsReceived?: number
  packetsSent?: number
  packetsLost?: number
  bytesReceived?: number
  headerBytesReceived?: number
  concealedSamples?: number
  silentConcealedSamples?: number
  totalSamplesReceived?: number
  fecPacketsReceived?: number
  nominated?: boolean
  state?: string
  currentRoundTripTime?: number
  localCandidateId?: string
  remoteCandidateId?: string
  candidateType?: string
  address?: string
}
/** Statistics of all open connections of a page. */
export const callStats = (page: Page) => page.evaluate('window.callStats()') as Promise<Stat[]>

type Packets = { received: number; sent: number }
export async function packets(page: Page, kind = 'audio'): Promise<Packets> {
  const total: Packets = { received: 0, sent: 0 }
  for (const one of await callStats(page)) {
    if (one.kind !== kind) continue
    if (one.type === 'inbound-rtp') total.received += one.packetsReceived ?? 0
    if (one.type === 'outbound-rtp') total.sent += one.packetsSent ?? 0
  }
  return total
}

/** Waits until packets of a kind go both ways between pages, and go on. */
export async function expectFlow(kind: string, ...pages: Page[]): Promise<void> {
  for (const page of pages) {
    const before = await packets(page, kind)
    let now = before
    const end = Date.now() + WAIT_MS
    while (Math.min(now.received - before.received, now.sent - before.sent) <= 5) {
      if (Date.now() > end)
        throw new Error(`no ${kind}: from ${JSON.stringify(before)} to ${JSON.stringify(now)} in 20 s`)
      await page.waitForTimeout(50)
      now = await packets(page, kind)
    }
  }
}

export const openLinks = (page: Page) =>
  page.evaluate(`window.links.filter((link) => link.connectionState !== 'closed').length`)

export const callWindow = (page: Page) => page.getByRole('region', { name: /^Call with/ })
export const ring = (page: Page, kind = 'Audio') =>
  page.getByRole('alertdialog', { name: new RegExp(`^${kind} call`) })
/** Accepts a call with what its kind has. */
export const accept = (page: Page, kind = 'Audio') =>
  ring(page, kind)
    .getByRole('button', { name: kind === 'Video' ? 'With video' : 'Accept' })
    .click()
export const leave = (page: Page) => page.getByRole('button', { name: 'Leave the call' }).click()

/** Fills the dialog that calls people, and returns its button. */
export async function readyToCall(page: Page, names: readonly string[], kind = 'Audio') {
  await page.getByRole('button', { name: 'New call' }).click()
  const dialog = page.getByRole('dialog', { name: 'Call' })
  for (const name of names) {
    await dialog.getByLabel('People').pressSequentially(name)
    await page.getByRole('option', { name }).click()
  }
  await page.keyboard.press('Escape')
  return dialog.getByRole('button', { name: `${kind} call` })
}
/** Calls people from the screen of calls. */
export const place = async (page: Page, ...names: string[]) => (await readyToCall(page, names)).click()

/** Waits until pages are out of every call, with no connection open. */
export async function expectOut(...pages: Page[]): Promise<void> {
  for (const page of pages) {
    await callWindow(page).waitFor({ state: 'detached' })
    // Polled from here: the page evaluates no strings.
    const end = Date.now() + WAIT_MS
    for (let open = await openLinks(page); open !== 0; open = await openLinks(page)) {
      if (Date.now() > end) throw new Error(`${String(open)} connections are open after 20 s`)
      await page.waitForTimeout(50)
    }
  }
}
