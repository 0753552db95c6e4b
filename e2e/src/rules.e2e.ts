// Rooms: rules, map, picture
import { createRule } from '@samudra/contract/rule-keeping'
import type { RuleDraft } from '@samudra/contract/rules'
import { encodePosition } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callerOf } from '../../server/testing/servers/caller-of.ts'
import type { Centre, Receiver } from './a-centre.ts'
import { coastOfFile } from './a-file.ts'
import { drawBar, expectNoOverflow } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const MMSI = 419000601
const MINUTE = 60_000
/** Sends a vessel that drifts off the coast for half an hour, received every five minutes. */
const drift = () => {
  const now = Date.now()
  receiver.send(
    [30, 25, 20, 15, 10, 5, 0].flatMap((ago) => {
      const at = now - ago * MINUTE
      return encodePosition(
        {
          mmsi: MMSI,
          lat: 9,
          lon: 68,
          sog: 0.4,
          cog: 90,
          navStatus: 0,
          second: new Date(at).getUTCSeconds(),
        },
        { tagBlock: { c: Math.floor(at / 1000) } },
      )
    }),
  )
}

/** Returns the name of the element with the focus. */
const focused = (page: Page) =>
  page.evaluate(`(() => {
    const one = document.activeElement
    const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent ?? ''
    return name.trim()
  })()`) as Promise<string>
/** Presses a key until something so called has the focus. */
async function goTo(page: Page, name: string | RegExp, key = 'Tab') {
  for (let i = 0; i < 120; i++) {
    const now = await focused(page)
    if (typeof name === 'string' ? now === name : name.test(now)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(name)} is not reached by ${key}`)
}
async function type(page: Page, name: string | RegExp, text: string) {
  await goTo(page, name)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** The ship is on the map, so that what is looked back over is stored. */
async function hearHer(page: Page) {
  drift()
  await page
    .locator('.strip')
    .getByText(/Contacts/)
    .waitFor()
  await expect.poll(() => page.locator('.strip').textContent()).toMatch(/Contacts\s*1/)
}

test('from a template to a rule that is switched on, and its first hit, with the keyboard alone', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await hearHer(page)
  await page.goto(`${centre.base}/home/main/dashboard/rules`)
  await page.getByText('No rules yet').waitFor()
  await page.getByRole('button', { name: 'From a template' }).and(page.locator(':enabled')).waitFor()
  await goTo(page, 'From a template')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: /^Loitering/ }).waitFor()
  await goTo(page, /^Loitering/, 'ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New rule' }).waitFor()

  const words = page.getByRole('region', { name: 'In words' }).getByRole('status')
  await words.getByText(/\(has SOG below 2 kn and .*\) throughout 4 h,.*: LOW alert .Loitering.$/).waitFor()
  await type(page, 'Name', 'Drifting')
  await type(page, 'Held for, min', '10')
  await words.getByText(/\) throughout 10 min,.*: LOW alert .Drifting.$/).waitFor()

  const before = await words.textContent()
  await goTo(page, 'Move: has SOG below 2 kn')
  const tree = page.getByRole('group', { name: 'Trigger', exact: true })
  await page.keyboard.press('Alt+ArrowDown')
  await tree.getByText('Moved to place 1 of 3, 2 deep.').waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await tree.getByText('Moved to place 1 of 3, 1 deep.').waitFor()
  expect(await focused(page)).toBe('Move: has SOG below 2 kn')
  await expect.poll(() => words.textContent()).toBe(before)
  await page.keyboard.press('Alt+Delete')
  await expect.poll(() => words.textContent()).not.toContain('SOG')
  await page.keyboard.press('Control+z')
  await expect.poll(() => words.textContent()).toBe(before)

  // The last place to add something is the one of the outermost box.
  for (let i = await tree.getByLabel('Add a condition').count(); i > 0; i--) {
    await page.keyboard.press('Tab')
    await goTo(page, 'Add a condition')
  }
  await page.keyboard.type('latitude')
  await page.locator('[role=option][data-combobox-selected]').filter({ hasText: 'Latitude, °' }).waitFor()
  await page.keyboard.press('Enter')
  await goTo(page, /^Move: has latitude/)
  await type(page, 'Value, °', '30')
  await words.getByText(/ and has latitude below 30 °\) throughout 10 min/).waitFor()
  const latitude = page.locator('.rule-condition').filter({ has: page.getByLabel('Value, °') })
  await latitude.getByLabel('Vessels that match now').getByText('1', { exact: true }).waitFor()
  await expectNoOverflow(page)

  await goTo(page, 'Create')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Drifting', exact: true }).waitFor()
  await goTo(page, 'Test on history')
  await page.keyboard.press('Enter')
  await page.getByText('Would have alerted once, 1 vessel, 0 in port').waitFor()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Enable' }).waitFor()
  await goTo(page, 'Enable')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByText(/^Would have alerted once/)
    .waitFor()
  await page.getByRole('dialog').locator('input:focus').waitFor()
  await page.keyboard.type('Looked at the hit')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Disable' }).waitFor()

  await goTo(page, 'Preview')
  await page.keyboard.press('ArrowRight')
  const live = page.getByRole('region', { name: 'Found live' })
  await live
    .getByRole('row')
    .filter({ hasText: String(MMSI) })
    .waitFor()
  await goTo(page, new RegExp(String(MMSI)))
  await page.keyboard.press('Enter')
  await live
    .getByRole('region', { name: `Hit, ${MMSI}` })
    .getByText(/SOG.* below 2 kn/)
    .waitFor()
  await page.close()
})

const SLOW: RuleDraft = {
  name: 'Slow',
  description: '',
  severity: 'LOW',
  category: 'AIS_BEHAVIOUR',
  visibility: 'PRIVATE',
  subject: 'VESSEL',
  when: {
    op: 'ALL',
    of: [
      { k: 'attr', field: 'sog', cmp: 'lt', value: 2 },
      { op: 'ANY', of: [{ k: 'attr', field: 'length', cmp: 'gt', value: 100 }] },
    ],
  },
  dedupe: { key: ['mmsi'], window_min: 60 },
  limits: { max_hits_per_hour: 100 },
  allowed_lateness_min: 15,
  exclude_in_port: true,
  require_coverage: false,
}

test('the area of a rule is drawn on the map, and a condition is dragged into a box', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  const ships = [
    [419000701, 12, 84],
    [419000702, 0, 62],
  ] as const
  receiver.send(
    ships.flatMap(([mmsi, lat, lon]) =>
      encodePosition({ mmsi, lat, lon, sog: 9, cog: 90, navStatus: 0, second: 9 }),
    ),
  )
  // A third one, which drifts inside the area.
  drift()
  await page.goto(`${centre.base}/home/main/dashboard/rules/new`)
  await page.getByLabel('Name', { exact: true }).fill('In the bay')
  const tree = page.getByRole('group', { name: 'Trigger', exact: true })
  await tree.getByLabel('Add a condition').fill('Where')
  await page.getByRole('option', { name: /^Where: inside/ }).click()
  await tree.getByLabel('Kind of place').click()
  await page.getByRole('option', { name: 'Area drawn here' }).click()
  await tree.getByRole('button', { name: 'Draw on the map' }).click()
  const dialog = page.getByRole('dialog', { name: 'An area of this rule' })
  await drawBar(page).waitFor()
  const chart = (await dialog.locator('.rule-draw-chart canvas').boundingBox())!
  for (const [dx, dy] of [
    [-150, -80],
    [150, -80],
    [150, 80],
    [-150, 80],
  ] as const)
    await page.mouse.click(chart.x + chart.width / 2 + dx, chart.y + chart.height / 2 + dy)
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Use shape' }).click()
  await dialog.waitFor({ state: 'detached' })
  await tree.getByRole('button', { name: 'Drawn, 4 corners' }).waitFor()
  const words = page.getByRole('region', { name: 'In words' }).getByRole('status')
  await words.getByText(/is inside the area drawn/).waitFor()
  const condition = page.locator('.rule-condition').filter({ hasText: 'Drawn, 4 corners' })
  await condition.getByLabel('Vessels that match now').getByText('2', { exact: true }).waitFor()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'In the bay', exact: true }).waitFor()

  const call = await callerOf(centre.base)
  const { id } = await call(createRule, SLOW)
  await page.goto(`${centre.base}/home/main/dashboard/rules/${id}`)
  await words.getByText(/SOG below 2 kn and .*length above 100 m/).waitFor()
  await page
    .getByRole('button', { name: 'Move: has SOG below 2 kn' })
    .dragTo(page.getByRole('button', { name: 'Move: has length above 100 m' }), {
      targetPosition: { x: 4, y: 2 },
    })
  await words.getByText(/SOG below 2 kn or has length|length above 100 m or has SOG/).waitFor()
  for (const subject of ['A source', 'An aircraft']) {
    await page.goto(`${centre.base}/home/main/dashboard/rules/new`)
    await page.getByText(subject, { exact: true }).click()
    await tree.getByLabel('Add a condition').click()
    await page.getByRole('option').first().click()
    await page.locator('.rule-condition').first().waitFor()
    await expectNoOverflow(page)
  }
  await page.close()
})
