import { addWebhook, getWebhooks } from '@samudra/contract/webhooks'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { centreOfFile, fill, openScreen, part, rowWith } from '../../../../testing/a-screen.tsx'

const centre = centreOfFile()
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

const SECRET = 'a secret of many signs and words'
const [OLD, NEW] = ['https://centre.example/hook', 'https://navy.example/hook']

test('a webhook with another address is saved with its secret alone', async () => {
  await other(addWebhook, { name: 'Coast guard', url: OLD, secret: SECRET, is_local: false })
  const user = openScreen('/home/settings/system')
  await user.click(await rowWith('Coast guard'))
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  const form = await part('form', 'Change Coast guard')
  const secret = form.getByLabelText<HTMLInputElement>('Secret')
  expect(secret.required).toBe(false)
  form.getByText(/Leave empty to keep the saved secret/)
  await fill(user, form.getByLabelText('Address'), NEW)
  form.getByText(/The address changed: enter its secret/)
  expect(secret.required).toBe(true)
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect((await other(getWebhooks, {})).items).toMatchObject([{ url: OLD, version: 1 }])
  await fill(user, secret, `${SECRET}, another`)
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(async () => expect((await other(getWebhooks, {})).items).toMatchObject([{ url: NEW }]))
})
