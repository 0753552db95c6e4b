import { addUser, blockOrUnblockUser, changePassword, getUsers, logout } from '@samudra/contract/identity'
import { filterAisData } from '@samudra/contract/picture'
import { confirmTotp, getSecondFactor, startTotp } from '@samudra/contract/second-factor'
import { addZone } from '@samudra/contract/zones'
import { encodePosition } from '@samudra/nautical/ais/encode'
import { polygonOfBox } from '@samudra/nautical/polygons/box'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { centreOfFile, fill, openScreen, part, rowWith, signIn } from '../../../../../testing/a-screen.tsx'
import { PASSWORD, callerOf, type Call } from '../../../../../../server/testing/servers/caller-of.ts'
import { totpCode } from '../../../../../../server/testing/samples/totp-code.ts'
import { request } from '../../../../wire/call.ts'
import { keepAlive } from '../../../../wire/keep-alive.ts'
import { signedIn } from '../../../../wire/session.ts'

const centre = centreOfFile()
/** Another session of the administrator. */
let other: Call
const USERS = '/home/security/userManagement'
const OWN_PASSWORD = 'Sagar-2-Mala-Watch'

beforeAll(async () => {
  other = await callerOf(centre.base)
  await centre.send(
    [
      [419000001, 10, 72],
      [419000002, -10, 85],
    ].flatMap(([mmsi, lat, lon]) =>
      encodePosition({ mmsi: mmsi!, lat: lat!, lon: lon!, sog: 10, cog: 90, navStatus: 0, second: 10 }),
    ),
  )
  await waitFor(async () => {
    const { count } = await other(filterAisData, { filter: {}, limit: 1 })
    expect(count).toBe(2)
  })
})

/** Adds an operator with a password of their own; returns the calls of a session of theirs. */
async function anOperator(username: string): Promise<Call> {
  const { temporary_password } = await other(addUser, {
    username,
    role: '2',
    sources: ['*'],
    zone_access: ['*'],
  })
  const first = await callerOf(centre.base, username, temporary_password)
  await first(changePassword, { old_password: temporary_password, new_password: OWN_PASSWORD })
  return callerOf(centre.base, username, OWN_PASSWORD)
}

test('a zone is added by its form', async () => {
  const user = openScreen('/home/security/zones')
  await user.click((await screen.findAllByRole('button', { name: 'Add zone' }))[0]!)
  await fill(user, await screen.findByLabelText('Name'), 'Arabian Sea')
  await user.click(await screen.findByRole('button', { name: 'Add' }))
  await screen.findByText('Arabian Sea')
})

test('a user with one zone is added, and the screen shows how much of the picture they see', async () => {
  await other(addZone, {
    name: 'Laccadive Sea',
    geometry: polygonOfBox([68, 5, 80, 15]),
  })
  const user = openScreen(USERS)
  await user.click(await screen.findByRole('button', { name: 'Add user' }))
  await fill(user, await screen.findByLabelText('User name'), 'asha')
  await user.click(await screen.findByRole('switch', { name: 'Zones: everywhere' }))
  await user.click(await screen.findByRole('combobox', { name: 'Zones' }))
  await user.click(await screen.findByRole('option', { name: 'Laccadive Sea' }))
  await user.click(await screen.findByRole('button', { name: 'Add' }))
  await screen.findByText(/^The temporary password of/)
  const password = document.querySelector('.factor-secret')?.textContent ?? ''
  expect(password.length).toBeGreaterThanOrEqual(12)
  expect(await callerOf(centre.base, 'asha', password)).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Done' }))

  await user.click(await rowWith('asha'))
  await user.click(await screen.findByRole('tab', { name: 'Visibility' }))
  await waitFor(() =>
    expect(document.querySelector('.sight-count')?.textContent).toMatch(/^1 of 2 contacts visible/),
  )
})

test('an administrator blocks a user with a reason, and the password opens no session any more', async () => {
  const theirs = await anOperator('binu')
  const user = openScreen(USERS)
  await user.click(await rowWith('binu'))
  await user.click(await screen.findByRole('tab', { name: 'Account' }))
  await user.click(await screen.findByRole('button', { name: 'Block' }))
  const dialog = await part('dialog', /^Block /)
  await fill(user, dialog.getByLabelText('Reason'), 'left the centre')
  await user.click(await dialog.findByRole('button', { name: 'Block' }))
  await within(await rowWith('binu')).findByText('Blocked')
  await expect(theirs(getUsers, {})).rejects.toThrow(/SESSION_EXPIRED/)
  await expect(callerOf(centre.base, 'binu', OWN_PASSWORD)).rejects.toThrow('Wrong user name or password.')
})

test('an administrator takes the own second factor off with the own password alone', async () => {
  const { secret } = await other(startTotp, { password: PASSWORD })
  await other(confirmTotp, { code: totpCode(secret) })
  const user = openScreen(USERS)
  await user.click(await rowWith('admin'))
  await user.click(await screen.findByRole('tab', { name: 'Account' }))
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  const dialog = await part('dialog', /^Remove the second factor of admin/)
  await fill(user, dialog.getByLabelText('Reason'), 'a new phone')
  await fill(user, dialog.getByLabelText('Your password'), 'Wrong-and-long-1')
  await user.click(await dialog.findByRole('button', { name: 'Remove' }))
  await dialog.findByText('Wrong password.')
  expect((await other(getSecondFactor, {})).totp).toBe(true)
  await fill(user, dialog.getByLabelText('Your password'), PASSWORD)
  await user.click(await dialog.findByRole('button', { name: 'Remove' }))
  await waitFor(async () => expect((await other(getSecondFactor, {})).totp).toBe(false))
})

test('a blocked user leaves the screens within five seconds and is rejected like a wrong login', async () => {
  await anOperator('chitra')
  await signIn('chitra', OWN_PASSWORD)
  keepAlive(() => request(logout, {}))
  openScreen('/home/account')
  await screen.findByRole('heading', { name: 'My account', level: 1 })
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const { items } = await other(getUsers, { q: 'chitra' })
  const began = Date.now()
  await other(blockOrUnblockUser, { id: items[0]!.id, blocked: true, reason: 'left the centre' })
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/'))
  expect(Date.now() - began).toBeLessThan(5000)
  expect(signedIn()).toBeNull()

  const user = openScreen('/login')
  await fill(user, await screen.findByLabelText('User name or e-mail'), 'chitra')
  await fill(user, screen.getByLabelText('Password'), OWN_PASSWORD)
  await user.keyboard('{Enter}')
  await within(await screen.findByRole('alert')).findByText('Wrong user name or password.')
})
