/**
 * Calls between pages of one browser with a microphone and camera of its own making: from the click to the ring, from
 * accepting to the first audio, processor by participant, and audio over bad lines through a relay.
 * `npm run bench -- calls [--calls=50] [--seconds=10]`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addUser, changePassword } from '@samudra/contract/identity'
import { getAdminSettings, updateAdminSettings } from '@samudra/contract/settings'
import type { Page } from 'playwright-core'
import {
  accept,
  CALLS,
  callStats,
  callWindow,
  COUNT_PACKETS,
  expectFlow,
  expectOut,
  leave,
  readyToCall,
  ring,
} from '../e2e/src/a-call.ts'
import { openSession } from '../e2e/src/a-session.ts'
import { startRelay, whyNoRelay } from '../server/testing/calls/a-relay.ts'
import { startThinLine, type LineFaults } from '../server/testing/calls/thin-line.ts'
import { callerOf, PASSWORD } from '../server/testing/servers/caller-of.ts'
import { cpuSecondsBelow } from './processes.ts'
import { startBrowser, startProduct } from './product.ts'
import { option, printTable, printTarget, quantile, sized } from './report.ts'

const ROUNDS = Number(option('calls', sized('50', '2')))
const SECONDS = Number(option('seconds', sized('10', '2')))
/** Ten calls of one user at once, then one in six seconds; each of two users places every second call. */
const FREE_CALLS = 20
const PACE_MS = 3200
const OWN_PASSWORD = 'Sagar-2-Mala-Watch'
const NAMES = ['admin', 'ben.rao', 'chen.li', 'dina.das']

/** Script that notes when a button is clicked, a call rings and the first audio arrives, epoch ms. */
const NOTE_TIMES = `(() => {
  const now = () => performance.timeOrigin + performance.now()
  window.times = {}
  addEventListener('click', () => (window.times.click = now()), true)
  new MutationObserver(() => {
    if (document.querySelector('.call-ring') !== null) window.times.ring ??= now()
  }).observe(document, { childList: true, subtree: true })
  const Counted = RTCPeerConnection
  window.RTCPeerConnection = class extends Counted {
    constructor(...parameters) {
      super(...parameters)
      const timer = setInterval(async () => {
        if (this.connectionState === 'closed') return clearInterval(timer)
        for (const one of (await this.getStats()).values())
          if (one.type === 'inbound-rtp' && one.kind === 'audio' && one.packetsReceived > 0) {
            window.times.audio ??= now()
            clearInterval(timer)
          }
      }, 10)
    }
  }
})()`
type Times = { click: number; ring?: number; audio?: number }
const times = (page: Page) => page.evaluate('window.times') as Promise<Times>
const forget = (page: Page) => page.evaluate('window.times = {}')

const relay = whyNoRelay() === null ? await startRelay() : null
const good: LineFaults = { lossShare: 0, delayMs: 0, bitsPerSecond: 100e6 }
const line = relay === null ? null : await startThinLine(relay.port, { ...good })
const data = mkdtempSync(path.join(os.tmpdir(), 'samudra-bench-calls-'))
const turn =
  line === null
    ? []
    : ['--turn', `turn:127.0.0.1:${line.port}?transport=udp`, '--turn-secret', relay!.secretFile]
const product = await startProduct(data, turn)
const administrator = await callerOf(product.base)
for (const username of NAMES.slice(1)) {
  const rights = { role: '2' as const, sources: ['*'], zone_access: ['*'] }
  const { temporary_password: old_password } = await administrator(addUser, { username, ...rights })
  const user = await callerOf(product.base, username, old_password)
  await user(changePassword, { old_password, new_password: OWN_PASSWORD })
}
const browser = await startBrowser([
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
])
async function open(name: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  await context.addCookies(await openSession(product.base, name, name === 'admin' ? PASSWORD : OWN_PASSWORD))
  const page = await context.newPage()
  await page.addInitScript(COUNT_PACKETS)
  await page.addInitScript(NOTE_TIMES)
  await page.goto(product.base + CALLS)
  await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor()
  return page
}
const pages: Page[] = []
for (const name of NAMES) pages.push(await open(name))
const [first, second] = pages as [Page, Page]

const [rings, sounds]: number[][] = [[], []]
for (let round = 0, placedAt = 0; round < ROUNDS; round++) {
  const [from, to] = round % 2 === 0 ? [first, second] : [second, first]
  const button = await readyToCall(from, [NAMES[(round + 1) % 2]!])
  if (round >= FREE_CALLS) await sleep(Math.max(0, placedAt + PACE_MS - Date.now()))
  await Promise.all([from, to].map(forget))
  placedAt = Date.now()
  await button.click()
  await ring(to).waitFor()
  rings!.push((await times(to)).ring! - (await times(from)).click)
  await accept(to)
  await expectFlow('audio', from, to)
  const [caller, called] = await Promise.all([from, to].map(times))
  sounds!.push(Math.max(caller!.audio!, called!.audio!) - called!.click)
  await leave(to)
  await expectOut(from, to)
}
const sorted = [rings!, sounds!].map((each) => each.toSorted((a, b) => a - b))
const spread = (each: number[]) => [0.5, 0.95, 1].map((share) => quantile(each, share).toFixed(0))
printTable(
  `${ROUNDS} calls between two pages, ms`,
  ['', 'p50', 'p95', 'worst'],
  [
    ['click to ring', ...spread(sorted[0]!)],
    ['accept to first audio at both', ...spread(sorted[1]!)],
  ],
)
printTarget('click to ring, p95 ms', quantile(sorted[0]!, 0.95), { below: 1000 })
printTarget('accept to first audio, p95 ms', quantile(sorted[1]!, 0.95), { below: 2000 })

/** Places a call of some pages, without counting its time. */
async function talk(people: number, kind: 'Audio' | 'Video') {
  await sleep(sized(PACE_MS * 2, 0))
  const button = await readyToCall(first, NAMES.slice(1, people), kind)
  await button.click()
  for (const page of pages.slice(1, people)) await accept(page, kind)
  await expectFlow('audio', ...pages.slice(0, people))
  if (kind === 'Video') await expectFlow('video', ...pages.slice(0, people))
}
async function hangUp(people: number) {
  for (const page of pages.slice(1, people))
    if ((await callWindow(page).count()) > 0) await leave(page).catch(() => undefined)
  await expectOut(...pages.slice(0, people))
}
const used = () => cpuSecondsBelow(process.pid) - cpuSecondsBelow(product.pid)
const idleFrom = used()
await sleep(SECONDS * 1000)
const idle = (used() - idleFrom) / SECONDS
const costs: string[][] = []
for (const [people, kind] of [
  [2, 'Audio'],
  [3, 'Audio'],
  [4, 'Audio'],
  [2, 'Video'],
  [3, 'Video'],
] as const) {
  await talk(people, kind)
  const before = used()
  await sleep(SECONDS * 1000)
  const share = (used() - before) / SECONDS - idle
  costs.push([`${people}, ${kind.toLowerCase()}`, ((share * 100) / people).toFixed(0)])
  await hangUp(people)
}
printTable('processor by participant, % of a core beyond pages without a call', ['', '%'], costs)

/** Statistics of the audio that a page receives. */
async function audioOf(page: Page) {
  const one = (await callStats(page)).find(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio')!
  return {
    received: one.packetsReceived ?? 0,
    lost: one.packetsLost ?? 0,
    bytes: (one.bytesReceived ?? 0) + (one.headerBytesReceived ?? 0),
    concealed: (one.concealedSamples ?? 0) - (one.silentConcealedSamples ?? 0),
    samples: one.totalSamplesReceived ?? 0,
    fec: one.fecPacketsReceived ?? 0,
  }
}
if (line === null) console.log(`\nbad lines: skipped, ${whyNoRelay()}`)
else {
  const { version } = await administrator(getAdminSettings, {})
  await administrator(updateAdminSettings, {
    changes: { 'calls.relay_only': true },
    expected_version: version,
  })
  const rows: string[][] = []
  for (const [name, faults] of [
    ['good', good],
    ['10 % loss', { ...good, lossShare: 0.1 }],
    ['200 ms delay', { ...good, delayMs: 200 }],
    ['64 kbit/s', { ...good, bitsPerSecond: 64_000 }],
    ['all three', { lossShare: 0.1, delayMs: 200, bitsPerSecond: 64_000 }],
  ] as const) {
    Object.assign(line.faults, faults)
    await talk(2, 'Audio')
    await sleep(sized(5000, 500))
    const before = await audioOf(second)
    await sleep(SECONDS * 1000)
    const after = await audioOf(second)
    const change = (key: keyof typeof after) => after[key] - before[key]
    const trip = (await callStats(second)).find(({ nominated }) => nominated === true)?.currentRoundTripTime
    rows.push([
      name,
      (change('received') / SECONDS).toFixed(1),
      ((100 * change('lost')) / Math.max(1, change('lost') + change('received'))).toFixed(1),
      ((100 * change('concealed')) / Math.max(1, change('samples'))).toFixed(1),
      (change('fec') / SECONDS).toFixed(1),
      ((change('bytes') * 8) / 1000 / SECONDS).toFixed(1),
      ((trip ?? 0) * 1000).toFixed(0),
    ])
    Object.assign(line.faults, good)
    await hangUp(2)
  }
  printTable(
    'audio that one of two receives through a relay, by the line of both towards it',
    ['', 'packets/s', 'lost %', 'concealed %', 'FEC/s', 'kbit/s', 'round trip ms'],
    rows,
  )
}
await browser.close()
await product.stop()
line?.close()
await relay?.stop()
rmSync(data, { recursive: true, force: true })
