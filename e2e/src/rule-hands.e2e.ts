import { encodePosition } from '@samudra/nautical/ais/encode'
import { test } from 'vitest'
import type { Centre, Receiver } from './a-centre.ts'
import { coastOfFile } from './a-file.ts'
import { createRule, lookBack, switchOn } from './a-rule.ts'
import { addUser, choosePassword, drawBar, expectNoOverflow, logIn } from './a-user.ts'

let centre: Centre
let receiver: Receiver
coastOfFile((coast) => ({ centre, receiver } = coast))

const BINU = 'Sagara-Rakshak-7-Kochi'

test('a rule that everybody sees is switched on by another administrator than who wrote it', async () => {
  const [page, other] = [await centre.page(), await centre.page()]
  await centre.signIn(page)
  const temporary = await addUser(page, 'binu', 'Administrator')
  await logIn(centre, other, 'binu', temporary)
  await choosePassword(other, temporary, BINU)
  await createRule(centre, page, 'When a ship has SOG above 40 kn: HIGH hit "Too fast"', 'Everybody here')
  await lookBack(page)
  await page.getByText('Would not have alerted').waitFor()
  await page.getByText(/^A rule everybody here sees is switched on by another administrator/).waitFor()

  await other.goto(page.url().replace(/\?.*/, ''))
  await other.getByRole('heading', { name: 'Too fast', exact: true }).waitFor()
  await other.getByText(/^Look back first: it is switched on by who saw/).waitFor()
  await lookBack(other)
  await other.getByText('Would not have alerted').waitFor()
  await switchOn(other, 'Too fast')
  // Who wrote it sees that it is on.
  await page.getByRole('button', { name: 'Switch off' }).waitFor()
  await page.close()
  await other.close()
})

test('the area of a rule is drawn on the map, and the ships in it are counted at once', async () => {
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
  await page.goto(`${centre.base}/home/main/dashboard/rules/new`)
  await page.getByLabel('Name', { exact: true }).fill('In the bay')
  const tree = page.getByRole('group', { name: 'Holds when', exact: true })
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
  await dialog.getByRole('button', { name: 'Use it' }).click()
  await dialog.waitFor({ state: 'detached' })
  await tree.getByRole('button', { name: 'Drawn, 4 corners' }).waitFor()
  const words = page.getByRole('region', { name: 'In words' }).getByRole('status')
  await words.getByText(/is inside the area drawn/).waitFor()
  const condition = page.locator('.rule-condition').filter({ hasText: 'Drawn, 4 corners' })
  await condition.getByLabel('Ships it holds of now').getByText('1', { exact: true }).waitFor()
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'In the bay', exact: true }).waitFor()
  await page.close()
})
