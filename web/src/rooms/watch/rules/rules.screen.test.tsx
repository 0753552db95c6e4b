import { addUser, changePassword } from '@samudra/contract/identity'
import { createRule, enableOrDisableRule, getRules } from '@samudra/contract/rule-keeping'
import { getRuleResults, getRuleRuns, runRule } from '@samudra/contract/rule-results'
import type { RuleDraft } from '@samudra/contract/rules'
import { createVesselList, getVesselList } from '@samudra/contract/vessel-lists'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import {
  centreOfFile,
  choose,
  fill,
  openScreen,
  part,
  rowWith,
  signIn,
} from '../../../../testing/a-screen.tsx'
import { callerOf, type Call } from '../../../../../server/testing/servers/caller-of.ts'
import { holdBack } from '../../../../testing/page-worker.ts'
import { NEW_RULE } from './builder/rule-draft.ts'

const centre = centreOfFile()
/** Another session of the administrator. */
let other: Call
beforeAll(async () => {
  other = await callerOf(centre.base)
})

const RULES = '/home/main/dashboard/rules'
const RULE: RuleDraft = {
  ...NEW_RULE,
  name: 'Slow',
  severity: 'LOW',
  when: {
    op: 'ALL',
    of: [
      { k: 'attr', field: 'sog', cmp: 'lt', value: 2 },
      { op: 'ANY', of: [{ k: 'attr', field: 'length', cmp: 'gt', value: 100 }] },
    ],
  },
}

async function ruleOf(name: string) {
  const { items } = await other(getRules, { limit: 500 })
  return items.find((one) => one.name === name)
}
/** The rule of the page, as a sentence. */
const words = async () => within(await screen.findByRole('region', { name: 'In words' })).findByRole('status')
const showsSentence = async (sentence: RegExp) => {
  const status = await words()
  await waitFor(() => expect(status.textContent).toMatch(sentence))
}
const openPart = async (user: UserEvent, name: string) =>
  user.click(await screen.findByRole('radio', { name }))
async function create(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await screen.findByRole('heading', { name, level: 1 })
  expect(await ruleOf(name)).toBeDefined()
}

const OWN_PASSWORD = 'Sagara-Rakshak-7-Kochi'
/** Adds an administrator with a password of their own, and returns their calls. */
async function aSecondAdministrator(username: string): Promise<Call> {
  const { temporary_password } = await other(addUser, {
    username,
    role: '1',
    sources: ['*'],
    zone_access: [],
  })
  const first = await callerOf(centre.base, username, temporary_password)
  await first(changePassword, { old_password: temporary_password, new_password: OWN_PASSWORD })
  return callerOf(centre.base, username, OWN_PASSWORD)
}

/** Switches a rule on after a historical run, in another session. */
async function switchOn(call: Call, id: string) {
  const [from, to] = [Date.now() - 86_400_000, Date.now()].map((at) => new Date(at).toISOString())
  const { run_id } = await call(runRule, { id, from: from!, to: to!, knowledge: 'CORRECTED', dry_run: true })
  const preview = await waitFor(async () => {
    const { run } = await call(getRuleResults, { id, run_id, limit: 1 })
    expect(run?.preview).toEqual(expect.any(String))
    return run!.preview!
  })
  await call(enableOrDisableRule, { id, enabled: true, ack_preview: preview })
}

test('rules are imported from a file, and a rule that does not fit reports why', async () => {
  const user = openScreen(RULES)
  await screen.findByText('No rules yet')
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = await part('dialog', 'Import rules')
  const text = JSON.stringify({ rules: [RULE, { ...RULE, name: 'Loud', severity: 'LOUD' }] })
  const file = new File([text], 'rules.json', { type: 'application/json' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  const loud = (await dialog.findByText('Loud')).closest('li')!
  await within(loud).findByText(/severity/)
  await user.click(await dialog.findByRole('button', { name: 'Import 1 rule' }))
  await dialog.findByText('Saved as a draft')
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!)

  await user.click(await rowWith('Slow'))
  await screen.findByRole('heading', { name: 'Slow', level: 1 })
  await showsSentence(/SOG below 2 kn and .*length above 100 m/)
})

test('a look back that begins while the rule is being saved uses the saved rule', async () => {
  const { id } = await other(createRule, { ...RULE, name: 'Slower' })
  const user = openScreen(`${RULES}/${id}?part=words`)
  await fill(
    user,
    await screen.findByLabelText('The rule in words'),
    'When a vessel has SOG below 1 kn: LOW hit "Slower"',
  )
  await showsSentence(/SOG below 1 kn/)
  // Both are pressed before the first one is answered.
  screen.getByRole('button', { name: 'Save' }).click()
  screen.getByRole('button', { name: 'Test on history' }).click()
  await screen.findByText('Slower is saved')
  await screen.findByRole('button', { name: 'Enable' })
  const { items } = await other(getRuleRuns, { id })
  expect(items).toHaveLength(1)
})

test('a sentence that cannot be read names the place, one that can fills the boxes', async () => {
  const user = openScreen(`${RULES}/new?part=words`)
  const sentence = () => screen.getByLabelText('The rule in words')
  await screen.findByLabelText('The rule in words')
  await fill(user, sentence(), 'When a vessel is on list "Nobody": HIGH alert "Written"')
  await screen.findByText(/line 1, column \d+, .*no list has this name/)
  // The text survives a visit to the boxes.
  await openPart(user, 'Conditions')
  await screen.findByText('Trigger', { exact: true })
  await openPart(user, 'In words')
  await screen.findByText(/line 1, column \d+, .*no list has this name/)
  await fill(
    user,
    sentence(),
    'When a vessel has SOG below 3 kn and is on list "Blacklist": HIGH alert "Written"',
  )
  await screen.findByText('Valid')
  await openPart(user, 'Conditions')
  await screen.findByRole('button', { name: 'Move: has SOG below 3 kn' })
  // Hours belong to the chosen zone, also when it is chosen first, and are typed as people write them.
  await openPart(user, 'Filters')
  await choose(user, await screen.findByRole('combobox', { name: 'Time zone' }), 'UTC')
  await fill(user, screen.getByLabelText('From, time of day'), '1830')
  await fill(user, screen.getByLabelText('To, time of day'), '0400')
  await choose(user, screen.getByRole('combobox', { name: 'Daylight at the vessel' }), 'at night')
  await showsSentence(/in time zone UTC .*from 18:30 to 04:00 by night/)
  await create(user, 'Written')
})

test('a sentence that names a list before the list arrives is read once it arrives', async () => {
  await other(createVesselList, { name: 'Convoy', kind: 'STATIC', color: '#3b9ddb', visibility: 'PRIVATE' })
  const release = holdBack(getVesselList.name)
  const user = openScreen(`${RULES}/new?part=words`)
  const sentence = await screen.findByLabelText('The rule in words')
  await fill(
    user,
    sentence,
    'When a vessel is on list "Convoy", once per 240 min for each vessel: HIGH alert "Early"',
  )
  await screen.findByText(/no list has this name/)
  release()
  await screen.findByText('Valid')
  await create(user, 'Early')
  // It is saved as it stands there.
  await screen.findByText(/^Test it on history before/)
})

test('a rule of a source is built of conditions of sources', async () => {
  const user = openScreen(`${RULES}/new`)
  await user.click(await screen.findByRole('radio', { name: 'A source' }))
  await fill(user, screen.getByLabelText('Name'), 'Quiet')
  const tree = within(screen.getByRole('group', { name: 'Trigger' }))
  await user.click(tree.getByLabelText('Add a condition'))
  await screen.findByRole('option', { name: 'Latency, s' })
  expect(screen.queryAllByRole('option', { name: /SOG|Latitude/ })).toEqual([])
  await user.keyboard('nothing')
  await user.click(await screen.findByRole('option', { name: 'Silence: nothing is received' }))
  await showsSentence(/^When a source is silent for 30 min, .*: MEDIUM alert "Quiet"$/)
  expect((await words()).textContent).not.toContain('in port')
  await create(user, 'Quiet')
  await user.click(await screen.findByRole('button', { name: 'Test on history' }))
  await screen.findByText('Would not have alerted')
})

test('a rule of an aircraft is built of conditions of aircraft', async () => {
  const user = openScreen(`${RULES}/new`)
  await user.click(await screen.findByRole('radio', { name: 'An aircraft' }))
  await fill(user, screen.getByLabelText('Name'), 'Low flyer')
  const tree = within(screen.getByRole('group', { name: 'Trigger' }))
  await user.click(tree.getByLabelText('Add a condition'))
  await screen.findByRole('option', { name: 'Squawk' })
  expect(screen.queryAllByRole('option', { name: /Ship type|vessel list|closely/ })).toEqual([])
  await user.keyboard('altitude')
  await user.click(await screen.findByRole('option', { name: 'Altitude, ft' }))
  await fill(user, tree.getByLabelText('Value, ft'), '1000')
  await showsSentence(/^When an aircraft has altitude below 1000 ft, .*: MEDIUM alert "Low flyer"$/)
  expect((await words()).textContent).not.toContain('in port')
  await create(user, 'Low flyer')
  await user.click(await screen.findByRole('button', { name: 'Test on history' }))
  await screen.findByText('Would not have alerted')
})

test('a rule for all users is enabled by an administrator who did not write it', async () => {
  const user = openScreen(`${RULES}/new?part=words`)
  const sentence = 'When a vessel has SOG above 40 kn: HIGH hit "Too fast"'
  await fill(user, await screen.findByLabelText('The rule in words'), sentence)
  await openPart(user, 'Conditions')
  await choose(user, await screen.findByRole('combobox', { name: 'Seen by' }), 'Whole centre')
  await create(user, 'Too fast')
  await user.click(await screen.findByRole('button', { name: 'Test on history' }))
  await screen.findByText('Would not have alerted')
  await screen.findByText(/^A rule visible to all users must be enabled by another administrator/)

  const { id } = (await ruleOf('Too fast'))!
  await switchOn(await aSecondAdministrator('binu'), id)
  await screen.findByRole('button', { name: 'Disable' })
})

test('an administrator looks back with a rule of another one before switching it on', async () => {
  const { id } = await other(createRule, { ...RULE, name: 'Far too fast', visibility: 'CENTRE' })
  await aSecondAdministrator('chitra')
  await signIn('chitra', OWN_PASSWORD)
  const user = openScreen(`${RULES}/${id}`)
  await screen.findByRole('heading', { name: 'Far too fast', level: 1 })
  await screen.findByText(/^Test it on history before/)
  await user.click(await screen.findByRole('button', { name: 'Test on history' }))
  await screen.findByText('Would not have alerted')
  // This administrator may see no zone.
  const isPart = /counts only the sources and zones that you may see\. .*For other users it may raise more/
  await screen.findByText(isPart)
  await screen.findByText(/^Data for 0 s of 7 d \(0 %\)\. Periods without data cannot have hits/)
  await user.click(await screen.findByRole('button', { name: 'Enable' }))
  const dialog = await part('dialog', 'Enable Far too fast?')
  await dialog.findByText(isPart)
  await dialog.findByText(/Would not have alerted\. .*Data for 0 s of 7 d \(0 %\)\./)
  const act = await dialog.findByRole('button', { name: 'Enable anyway' })
  await fill(user, await dialog.findByLabelText('Reason'), 'The feed is new')
  await user.click(act)
  await screen.findByRole('button', { name: 'Disable' })
  const standing = await screen.findByRole('region', { name: 'Status' })
  await within(standing).findByRole('heading', { name: 'On' })
  expect(await ruleOf('Far too fast')).toMatchObject({ status: 'ENABLED', starting: false })
  await signIn()
})
