// Rooms: all
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { addVesselToList } from '@samudra/contract/vessel-lists'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { chromium, type Locator, type Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import type { Centre, Receiver } from './a-centre.ts'
import { coastOfFile } from './a-file.ts'
import { expectAccessible, expectNoOverflow } from './a-user.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Telephones, the window of a desk at 200 %, a tablet, and desks. */
const SIZES = [
  [360, 740],
  [390, 844],
  [683, 384],
  [820, 1180],
  [1024, 768],
  [1366, 768],
  [2560, 1440],
] as const
let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

/** Width in pixels under which lists and details stack, and the sidebar is a drawer. */
const STACKED = 900

/** All of it is in the window, once what it stands in is scrolled to it. */
async function expectReached(page: Page, what: Locator) {
  await what.scrollIntoViewIfNeeded()
  await what.click({ trial: true })
  const { x, y, width, height } = (await what.boundingBox())!
  const window = page.viewportSize()!
  expect([x >= 0, y >= 0, x + width <= window.width, y + height <= window.height]).toEqual(
    Array.from({ length: 4 }, () => true),
  )
}

test('from a telephone to a wall, watch and vessel screens fit and each action is reachable', () =>
  expectFit(LISTS.slice(0, FIRST_OF_ADMINISTRATION)))

test('browser scrollbars are thin, have palette colours, and cover no screen of the rail', async () => {
  const launched = JSON.parse(process.env['SAMUDRA_BROWSER']!) as object
  const browser = await chromium.launch({ ...launched, ignoreDefaultArgs: ['--hide-scrollbars'] })
  const page = await browser.newPage({ viewport: { width: 1366, height: 600 } })
  await centre.signIn(page, '/home/main/dashboard/alerts/definitions')
  await page.getByRole('row').filter({ hasText: 'Spoofing' }).waitFor()
  const rail = page.getByRole('navigation', { name: 'Screens', exact: true })
  await rail.getByText('Vessel lists', { exact: true }).waitFor()
  expect((await rail.boundingBox())!.width).toBeLessThan(48 + 180)
  const bars = () =>
    page.evaluate(`(() => {
      const of = (name) => document.querySelector(name)
      const widthOf = (one) => one.offsetWidth - one.clientWidth
      const isScrolled = (one) => one.scrollHeight > one.clientHeight
      return {
        rail: [isScrolled(of('.rail-screens')), widthOf(of('.rail-screens'))],
        isTableWhole: of('.table').scrollWidth <= of('.table').clientWidth,
        isTableThin: isScrolled(of('.table')) && widthOf(of('.table')) > 2 && widthOf(of('.table')) < 14,
        colour: getComputedStyle(of('.table')).scrollbarColor,
      }
    })()`) as Promise<{ rail: unknown; isTableThin: boolean; colour: string }>
  const colours = new Set<string>()
  for (const palette of ['Day', 'Dusk', 'Night']) {
    await page.getByRole('button', { name: new RegExp(`^${palette}$`, 'i') }).click()
    await expect.poll(bars).toMatchObject({ rail: [true, 0], isTableThin: true, isTableWhole: true })
    colours.add((await bars()).colour)
  }
  expect([colours.size, colours.has('auto')]).toEqual([3, false])
  await browser.close()
})

test('on a telephone the sidebar is a drawer with every screen; a choice or Escape closes it', async () => {
  const page = await centre.page(390, 844)
  page.setDefaultTimeout(10_000)
  await centre.signIn(page, '/home/main/dashboard/rules')
  const rail = page.getByRole('navigation', { name: 'Screens', exact: true })
  await page.getByRole('button', { name: 'Screens', exact: true }).click()
  const links = await rail.getByRole('link').all()
  expect(links.length).toBeGreaterThan(10)
  for (const link of links) {
    await expectReached(page, link)
    const href = (await link.getAttribute('href'))!
    if (!/\/(map|replay)$/.test(href))
      expect(LISTS.map(([address]) => `/home/${address}`).concat('/home/collaboration/chat')).toContain(href)
  }
  await expectAccessible(page, axe)
  await page.keyboard.press('Escape')
  await rail.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Screens', exact: true }).click()
  await rail.getByRole('link', { name: 'Alerts', exact: true }).click()
  await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor()
  await rail.waitFor({ state: 'hidden' })
  await page.close()
})

test('tools, feeds, clock, user and logout are reachable at every width from telephone to wall', async () => {
  // Widths that are odd are odd only where a point is a point.
  const page = await centre.page(1366, 768, { deviceScaleFactor: 1 })
  page.setDefaultTimeout(10_000)
  await centre.signIn(page)
  await page.locator('.strip [data-link=live]').waitFor()
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    await expect
      .poll(async () => (await page.locator('.maplibregl-canvas').boundingBox())!.width)
      .toBe(width - (width < STACKED ? 0 : 48))
    for (const tool of await page.locator('.tool-rail button').all()) await expectReached(page, tool)
    for (const found of await page.locator('.strip-feeds').all()) await expectReached(page, found)
    for (const clock of await page.locator('.strip-clocks .figures').all()) await expectReached(page, clock)
    const drawer = page.getByRole('button', { name: 'Screens', exact: true })
    if (width < STACKED) await drawer.click()
    await expectReached(page, page.getByRole('link', { name: 'Help' }))
    if (width < STACKED) await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^admin/ }).click()
    await expectReached(page, page.getByRole('menuitem', { name: 'Log out' }))
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expectNoOverflow(page)
    if (width === 683) await expectAccessible(page, axe)
  }
  await page.close()
})

const USED = SIZES.filter(([width]) => [390, 820, 1366, 2560].includes(width))
/** Least share of the window beside the sidebar on a desk: of a list, of one with details beside it, and of a text. */
const LEAST = { list: 0.88, details: 0.4, text: 0.25 }
/** Screens that are lists or forms, with their main part. */
const LISTS: readonly [address: string, main: string, sort?: keyof typeof LEAST][] = [
  ['main/dashboard', '.dashboard-grid'],
  ['main/dashboard/events', '.beside > :first-child', 'details'],
  ['main/dashboard/reports', '.beside > :first-child', 'details'],
  ['main/dashboard/analysis', '.page-body > *'],
  ['main/dashboard/alerts', '.beside > :first-child', 'details'],
  ['main/dashboard/alerts/definitions', '.beside > :first-child', 'details'],
  ['main/dashboard/alerts/figures', '.page-body > *'],
  ['main/dashboard/alerts/duties', '.duties > :first-child', 'details'],
  ['main/dashboard/alerts/policies', '.page-body > *', 'details'],
  ['main/dashboard/rules', '.page-body .table'],
  ['main/dashboard/rules/new', '.rule-main', 'details'],
  ['main/dashboard/rules/detectors', '.beside > :first-child', 'details'],
  ['main/dashboard/vesselLists', '.page-body > *'],
  ['main/vessels', '.page-body .table'],
  ['main/silentVessels', '.page-body > *'],
  ['main/portOfCalls', '.page-body > *'],
  ['main/vesselNotifications', '.page-body > *'],
  ['main/ports', '.page-body .table'],
  ['vesselsDetails/419000301', '.page-body > *', 'text'],
  ['main/eez', '.page-body > *'],
  ['security/userManagement', '.page-body .table'],
  ['security/userActivity', '.page-body .table'],
  ['security/zones', '.page-body > *'],
  ['security/groups', '.page-body > *'],
  ['settings/system', '.page-body > *'],
  ['settings/notices', '.page-body > *', 'details'],
  ['settings/feeds', '.page-body > *'],
  ['settings/administration', '.page-body > *', 'text'],
  ['settings/imports', '.page-body > *', 'text'],
  ['settings/registerImports', '.page-body > *', 'text'],
  ['settings/mapProfiles', '.page-body > *', 'text'],
  ['settings/releaseNotes', '.page-body > *', 'text'],
  ['settings/help', '.page-body > *', 'text'],
  ['account', '.page-body > *', 'text'],
  ['collaboration/mail', '.mail'],
  ['collaboration/forum', '.forum-main', 'details'],
  ['collaboration/forum/flags', '.forum-main', 'details'],
  ['collaboration/calls', '.page-body > *'],
]
/** Screens of administration are looked at in a test of their own. */
const FIRST_OF_ADMINISTRATION = LISTS.findIndex(([address]) => address.startsWith('security/'))
/** Share of the window beside the sidebar that the main part has, actions that scrolling does not bring into the window, and pixels by which the screen is too wide. */
type Fit = { share: number; lost: string[]; sideways: number }
const fitOf = (page: Page, main: string) =>
  page.evaluate(`(() => {
    const body = document.querySelector('.page-body') ?? document.querySelector('.mail')
    const widths = [...document.querySelectorAll(${JSON.stringify(main)})].map((one) => one.getBoundingClientRect().width)
    const lost = [...document.querySelectorAll('.page :is(button, a[href], input, select, textarea)')].filter((one) => {
      const label = one.closest('label') ?? one
      if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
      label.scrollIntoView({ block: 'center', inline: 'center' })
      const { left, right, top, bottom, width, height } = label.getBoundingClientRect()
      if (width < 2 || height < 2) return false
      const at = document.elementFromPoint((Math.max(0, left) + Math.min(innerWidth, right)) / 2, (top + bottom) / 2)
      return !(label.contains(at) || at?.contains(label) && at.closest('.page') !== null && at !== document.querySelector('.page'))
    })
    return {
      share: Math.max(0, ...widths) / document.querySelector('.home-column').clientWidth,
      lost: lost.map((one) => one.outerHTML.slice(0, 120)),
      sideways: body.scrollWidth - body.clientWidth,
    }
  })()`) as Promise<Fit>

/** The alert of a vessel on the blacklist. */
async function raiseAlert() {
  const call = await callerOf(centre.base)
  await call(addVesselToList, { id: 'blacklist', mmsis: ['419000301'], reason: 'Seen without lights' })
  receiver.send(encodePosition({ mmsi: 419000301, lat: 8, lon: 76, sog: 12, cog: 90, second: 3 }))
}

/** Opens another screen in the page, as a link does. A new page would enter again, which an address may do 60 times in a minute. */
const openWithin = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`)

/** Closes messages, which stand over a screen for a while and then go by themselves. */
async function closeMessages(page: Page) {
  const close = page.getByRole('button', { name: 'Dismiss message' })
  // One that has gone meanwhile is as good as closed.
  while ((await close.count()) > 0)
    await close
      .first()
      .click({ timeout: 1000 })
      .catch(() => undefined)
}

/** Expects that the main part of each screen has the width, and that each action is reached. */
async function expectFit(lists: typeof LISTS) {
  await raiseAlert()
  const page = await centre.page(1366, 768, { deviceScaleFactor: 1 })
  page.setDefaultTimeout(10_000)
  await centre.signIn(page, '/home/account')
  const unfit: unknown[] = []
  for (const [address, main, sort = 'list'] of lists) {
    await openWithin(page, `/home/${address}`)
    await page.locator(`${main}:visible`).first().waitFor()
    await expect.poll(() => page.locator('.page-body .state-page[role=status]').count()).toBe(0)
    if (address.endsWith('/alerts')) {
      await page.getByRole('row').filter({ hasText: '419000301' }).click()
      await page.getByRole('group', { name: 'Actions' }).waitFor()
    }
    for (const [width, height] of USED) {
      await page.setViewportSize({ width, height })
      await expectNoOverflow(page)
      const least = width < STACKED ? 0.9 : LEAST[sort]
      // Charts follow the size of the window a frame later, and long texts come after the screen.
      const isFit = async () => {
        await closeMessages(page)
        const fit = await fitOf(page, main)
        return fit.share >= least && fit.lost.length === 0 && fit.sideways <= 0
      }
      const fits = await expect
        .poll(isFit, { timeout: 3000 })
        .toBe(true)
        .then(
          () => true,
          () => false,
        )
      if (!fits) unfit.push({ address, width, ...(await fitOf(page, main)) })
    }
  }
  expect(unfit).toEqual([])
  await page.close()
}

test('the controls under a replay and under a track are reached from a telephone to a wall', async () => {
  await raiseAlert()
  const page = await centre.page(1366, 768, { deviceScaleFactor: 1 })
  page.setDefaultTimeout(10_000)
  const iso = (t: number) => new Date(t).toISOString()
  const period = `from=${iso(Date.now() - 3_600_000)}&to=${iso(Date.now())}`
  await centre.signIn(page, `/home/map/replay?${period}`)
  for (const address of ['replay', 'plotAisTrack/419000301']) {
    await page.goto(`${centre.base}/home/map/${address}?${period}`)
    const controls = page.locator('.picture > :last-child').getByRole('button')
    await controls.first().waitFor()
    for (const [width, height] of USED) {
      await page.setViewportSize({ width, height })
      await expect
        .poll(async () => (await page.locator('.picture .maplibregl-canvas').first().boundingBox())!.width)
        .toBe(width - (width < STACKED ? 0 : 48))
      for (const control of await controls.all())
        if ((await control.isVisible()) && (await control.isEnabled())) await expectReached(page, control)
      await expectNoOverflow(page)
    }
  }
  await page.close()
})

test('from a telephone to a wall, administration screens fit and each action is reachable', () =>
  expectFit(LISTS.slice(FIRST_OF_ADMINISTRATION)))
