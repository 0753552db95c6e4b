// Rooms: identity
import { beforeAll, expect, test } from 'vitest'
import { TOTP } from 'otpauth'
import { PASSWORD } from '../../server/testing/servers/caller-of.ts'
import { centreOfFile } from './a-file.ts'
import { logIn, open } from './a-user.ts'

const centre = centreOfFile(/401/)
beforeAll(() => {
  // A passkey belongs to a name, not to an address.
  centre.base = centre.base.replace('127.0.0.1', 'localhost')
})

test('an authenticator, a recovery code and a passkey each admit their user; nothing else does', async () => {
  const page = await centre.page()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await logIn(centre, page, 'admin', PASSWORD)
  await page.waitForURL('**/home/main/map*')
  await open(page, 'My account')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = ((await page.locator('.factor-secret').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code').fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.locator('.factor-codes code').first().waitFor()
  const codes = await page.locator('.factor-codes code').allTextContents()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have saved the codes' }).click()
  await page.getByText('10 recovery codes left').waitFor()

  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Passkey name').fill('Watch desk')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByText('Passkey, not used yet').waitFor()

  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(`${centre.base}/`)
  await logIn(centre, page, 'admin', PASSWORD)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill('not-one-of-them')
  await page.keyboard.press('Enter')
  await page
    .getByRole('alert')
    .getByText(/Wrong code/)
    .waitFor()
  await page.getByLabel('Recovery code').fill(codes[0]!)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home/main/map*')

  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(`${centre.base}/`)
  await logIn(centre, page, 'admin', PASSWORD)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('**/home/main/map*')
  await open(page, 'My account')
  await page.getByText('9 recovery codes left').waitFor()
  await page.close()
})
