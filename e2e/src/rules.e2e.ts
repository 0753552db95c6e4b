import { encodePosition } from '@samudra/nautical/ais/encode'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Centre, Receiver } from './a-centre.ts'
import { coastOfFile } from './a-file.ts'
import { expectNoOverflow } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const MMSI = 419000601
const MINUTE = 60_000
/** A ship that drifts off the coast for half an hour, heard every five minutes. */
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

/** What has the focus is called. */
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
  await page.getByText('There is no rule yet').waitFor()
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
  const tree = page.getByRole('group', { name: 'Holds when', exact: true })
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
  await page.getByRole('option', { name: 'Latitude, °' }).waitFor()
  await page.keyboard.press('Enter')
  await goTo(page, /^Move: has latitude/)
  await type(page, 'Value, °', '30')
  await words.getByText(/ and has latitude below 30 °\) throughout 10 min/).waitFor()
  const latitude = page.locator('.rule-condition').filter({ has: page.getByLabel('Value, °') })
  await latitude.getByLabel('Ships it holds of now').getByText('1', { exact: true }).waitFor()
  await expectNoOverflow(page)

  await goTo(page, 'Create')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Drifting', exact: true }).waitFor()
  await goTo(page, 'Look back')
  await page.keyboard.press('Enter')
  await page.getByText('Would have alerted once, 1 vessel, 0 in port').waitFor()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Switch on' }).waitFor()
  await goTo(page, 'Switch on')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByText(/^Would have alerted once/)
    .waitFor()
  await page.getByRole('dialog').locator('input:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Switch off' }).waitFor()

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

const RULE = {
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
}

test('rules come from a file, each says what is wrong with it, and a condition is dragged into a box', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await page.goto(`${centre.base}/home/main/dashboard/rules`)
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bring in rules' })
  const file = Buffer.from(JSON.stringify({ rules: [RULE, { ...RULE, name: 'Loud', severity: 'LOUD' }] }))
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'rules.json', mimeType: 'application/json', buffer: file })
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Loud' })
    .getByText(/severity/)
    .waitFor()
  await dialog.getByRole('button', { name: 'Bring in 1 rule' }).click()
  await dialog.getByText('Kept as a draft').waitFor()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

  await page.getByRole('row').filter({ hasText: 'Slow' }).click()
  await page.getByRole('heading', { name: 'Slow', exact: true }).waitFor()
  const words = page.getByRole('region', { name: 'In words' }).getByRole('status')
  await words.getByText(/SOG below 2 kn and .*length above 100 m/).waitFor()
  await page
    .getByRole('button', { name: 'Move: has SOG below 2 kn' })
    .dragTo(page.getByRole('button', { name: 'Move: has length above 100 m' }), {
      targetPosition: { x: 4, y: 2 },
    })
  await words.getByText(/SOG below 2 kn or has length|length above 100 m or has SOG/).waitFor()
  // Who looks back in the moment in which it is saved looks back with the rule as it is kept.
  await page.evaluate(`for (const name of ['Save', 'Look back'])
    [...document.querySelectorAll('button')].find((one) => one.textContent === name).click()`)
  await page.getByText('Slow is saved').waitFor()
  await page.getByRole('button', { name: 'Switch on', exact: true }).waitFor()
  await page.close()
})

test('a rule is written as a sentence: what cannot be read is named by its place, what can be stands in the boxes', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await page.goto(`${centre.base}/home/main/dashboard/rules/new?part=words`)
  const sentence = page.getByLabel('The rule in words')
  await sentence.fill('When a ship is on list "Nobody": HIGH alert "Written"')
  await page.getByText(/line 1, column \d+, .*no list is called so/).waitFor()
  // It is not lost by a look at the boxes.
  await page.getByText('Conditions', { exact: true }).click()
  await page.getByText('Holds when', { exact: true }).waitFor()
  await page.getByText('In words', { exact: true }).first().click()
  await page.getByText(/line 1, column \d+, .*no list is called so/).waitFor()
  await sentence.fill('When a ship has SOG below 3 kn and is on list "Blacklist": HIGH alert "Written"')
  await page.getByText('This can be read: the boxes show the same rule.').waitFor()
  await page.getByText('Conditions', { exact: true }).click()
  await page.getByRole('button', { name: 'Move: has SOG below 3 kn' }).waitFor()
  // Hours are of the zone that was chosen, also when it was chosen first, and are typed as people write them.
  await page.getByText('Filters', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await page.getByRole('option', { name: 'UTC', exact: true }).click()
  await page.getByLabel('From, time of day').fill('1830')
  await page.getByLabel('To, time of day').fill('0400')
  await page.getByRole('combobox', { name: 'Light at the ship' }).click()
  await page.getByRole('option', { name: 'at night' }).click()
  await page
    .getByRole('region', { name: 'In words' })
    .getByText(/by the clock of UTC .*from 18:30 to 04:00 by night/)
    .waitFor()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Written', exact: true }).waitFor()
  await page.close()
})

test('a sentence that names a list before the lists have come is taken up when they come', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  let come = () => undefined as void
  const isTime = new Promise<void>((resolve) => (come = resolve))
  await page.context().route(/\/vessel-lists(\?|$)/, async (route) => {
    await isTime
    await route.continue()
  })
  await page.goto(`${centre.base}/home/main/dashboard/rules/new?part=words`)
  await page
    .getByLabel('The rule in words')
    .fill('When a ship is on list "Blacklist", told once in 240 min for each ship: HIGH alert "Early"')
  await page.getByText(/no list is called so/).waitFor()
  come()
  await page.getByText('This can be read: the boxes show the same rule.').waitFor()
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Early', exact: true }).waitFor()
  // It is saved as it stands there.
  await page.getByText(/^Look back first: it is switched on by who saw/).waitFor()
  await page.close()
})

test('a rule of a source is built of what may be asked of one', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await page.goto(`${centre.base}/home/main/dashboard/rules/new`)
  await page.getByText('A source', { exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Quiet')
  const tree = page.getByRole('group', { name: 'Holds when', exact: true })
  await tree.getByLabel('Add a condition').click()
  await page.getByRole('option', { name: 'Latency, s' }).waitFor()
  expect(await page.getByRole('option', { name: /SOG|Latitude/ }).count()).toBe(0)
  await page.keyboard.type('nothing')
  await page.getByRole('option', { name: 'Nothing is heard of it' }).click()
  const words = page.getByRole('region', { name: 'In words' }).getByRole('status')
  await words.getByText(/^When a source is silent for 30 min, .*: MEDIUM alert "Quiet"$/).waitFor()
  expect(await words.textContent()).not.toContain('in port')
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Quiet', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Look back', exact: true }).click()
  await page.getByText('Would not have alerted').waitFor()
  await page.close()
})

test('a rule of an aircraft is built of what aircraft tell', async () => {
  const page = await centre.page()
  await centre.signIn(page)
  await page.goto(`${centre.base}/home/main/dashboard/rules/new`)
  await page.getByText('An aircraft', { exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Low flyer')
  const tree = page.getByRole('group', { name: 'Holds when', exact: true })
  await tree.getByLabel('Add a condition').click()
  await page.getByRole('option', { name: 'Squawk', exact: true }).waitFor()
  expect(await page.getByRole('option', { name: /Ship type|vessel list|closely/ }).count()).toBe(0)
  await page.keyboard.type('altitude')
  await page.getByRole('option', { name: 'Altitude, ft', exact: true }).click()
  await tree.getByLabel('Value, ft').fill('1000')
  const words = page.getByRole('region', { name: 'In words' }).getByRole('status')
  await words
    .getByText(/^When an aircraft has altitude below 1000 ft, .*: MEDIUM alert "Low flyer"$/)
    .waitFor()
  expect(await words.textContent()).not.toContain('in port')
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'Low flyer', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Look back', exact: true }).click()
  await page.getByText('Would not have alerted').waitFor()
  await page.close()
})
