import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { notifications } from '@mantine/notifications'
import { addUser, changePassword, login } from '@samudra/contract/identity'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { Window } from 'happy-dom'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { aDatabase } from '../../server/testing/servers/a-database.ts'
import { Program } from '../../server/testing/servers/a-process.ts'
import { aReceiver } from '../../server/testing/seas/a-receiver.ts'
import { callerOf, PASSWORD, type Call } from '../../server/testing/servers/caller-of.ts'
import { ErrorPage } from '../src/app/ErrorPage.tsx'
import { Loading } from '../src/app/Loading.tsx'
import { routes } from '../src/app/routes.tsx'
import ToastHost from '../src/kit/ToastHost.tsx'
import { call } from '../src/wire/call.ts'
import { dropSession, keepSession } from '../src/wire/session.ts'
import { useWire } from '../src/wire/transport.ts'
import type { FromWire } from '../src/wire/wire-words.ts'
import { Frame } from './Frame.tsx'
import { onPosted, useServer } from './page-worker.ts'

/** Longest wait for a screen to follow a change on a busy machine, milliseconds. */
const PATIENCE_MS = 20_000
/** Characters of the page that an error shows. */
const SHOWN_CHARACTERS = 4000

/** Text of a part of the page, without its styles. */
const textOf = (part: Element) =>
  [...part.querySelectorAll('style')]
    .reduce((text, style) => text.replace(style.textContent, ''), part.textContent)
    .slice(0, SHOWN_CHARACTERS)
configure({
  asyncUtilTimeout: PATIENCE_MS,
  // The usual error prints the whole document each time a query is tried.
  getElementError: (message, container) =>
    new Error(`${message?.split('\n')[0]}\nThe page shows: ${textOf(container)}`),
})

/** Routes of the product, with a plain frame in place of its home page, which loads the chart. */
const framed = routes.map((route): RouteObject => {
  if (route.path !== '/home' || route.index === true) return route
  const { lazy: _home, ...rest } = route
  return { ...rest, Component: Frame }
})

/** Console errors, and answers of the server with status 500 or above, since the last test. */
const complaints: string[] = []
onPosted(({ data }: MessageEvent<FromWire>) => {
  if (data.say === 'outcome' && data.outcome.kind === 'answered' && data.outcome.status >= 500)
    complaints.push(JSON.stringify(data.outcome.envelope))
})

/** Signs a user in as the login form does, in place of the one before, and waits for the live socket. */
export async function signIn(username = 'admin', password = PASSWORD): Promise<void> {
  dropSession()
  keepSession(await call(login, { username, password, device_name: 'test' }))
  await waitFor(() => expect(useWire.getState().link).toBe('live'))
}

/**
 * Starts the built server on a copy of the template database for the tests of a file, and signs the administrator in.
 * `more` returns further options of the server.
 * After each test the screen is unmounted, and no error may have been written or answered.
 */
export function centreOfFile(more: () => Promise<readonly string[]> = () => Promise.resolve([])) {
  const centre = { base: '', send: (_lines: readonly string[]) => Promise.resolve() }
  const stops: (() => unknown)[] = []
  beforeAll(async () => {
    vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words.join(' ')))
    const folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-screens-'))
    stops.push(() => rmSync(folder, { recursive: true, force: true }))
    const database = await aDatabase()
    stops.push(() => database.drop())
    const receiver = await aReceiver()
    stops.push(receiver.close)
    const feed = `nmea-tcp://127.0.0.1:${receiver.port}?source=MSIS&name=Coast`
    const program = new Program(
      ['--port', '0', '--host', '127.0.0.1', '--data', folder, '--database', database.url].concat([
        '--feed',
        feed,
        '--admin-password',
        PASSWORD,
        ...(await more()),
      ]),
    )
    stops.push(() => program.stop())
    centre.send = async (lines) => {
      await receiver.connected
      receiver.send(lines)
    }
    centre.base = await program.ready()
    ;(window as unknown as Window).happyDOM.setURL(`${centre.base}/`)
    useServer(centre.base)
    await signIn()
  })
  afterEach(() => {
    cleanup()
    notifications.clean()
    sessionStorage.clear()
    expect(complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    dropSession()
    for (const stop of stops.toReversed()) await stop()
  })
  return centre
}

/** Creates an operator, or a user with other rights, who has replaced the first password; returns the calls. */
export async function aSecondUser(
  { base }: { base: string },
  username: string,
  rights: { role?: '1' | '2'; group_ids?: string[] } = {},
): Promise<Call> {
  const admin = await callerOf(base)
  const { temporary_password: old_password } = await admin(addUser, {
    username,
    role: '2',
    sources: ['*'],
    zone_access: ['*'],
    ...rights,
  })
  const first = await callerOf(base, username, old_password)
  await first(changePassword, { old_password, new_password: OWN_PASSWORD })
  return callerOf(base, username, OWN_PASSWORD)
}
const OWN_PASSWORD = 'Sagar-2-Mala-Watch'

/** Shows the screen at an address of the product in place of the one before; returns the user in front of it. */
export const openScreen = (address: string): UserEvent => show(framed, address)

/** Shows a part of a screen by itself, in the same frame. */
export const showPart = (element: ReactNode): UserEvent =>
  show([{ path: '/', Component: Frame, children: [{ index: true, element }] }], '/')

function show(shown: RouteObject[], address: string): UserEvent {
  cleanup()
  // A page that was left before is a new one.
  window.dispatchEvent(new Event('pageshow'))
  const root: RouteObject = { ErrorBoundary: ErrorPage, HydrateFallback: Loading, children: shown }
  const router = createMemoryRouter([root], { initialEntries: [address] })
  render(
    <>
      <RouterProvider router={router} />
      <ToastHost />
    </>,
  )
  return userEvent.setup()
}

/** Replaces what is written in a field, in one step. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}

/** Chooses an option of a list that opens. */
export async function choose(user: UserEvent, list: HTMLElement, option: string | RegExp): Promise<void> {
  await user.click(list)
  await user.click(await screen.findByRole('option', { name: option }))
}

/** Row of a table that holds a text. */
export async function rowWith(
  text: string | RegExp,
  part: HTMLElement = document.body,
): Promise<HTMLElement> {
  const found = (await within(part).findAllByText(text)).map((one) =>
    one.closest<HTMLElement>('[role=row], tr'),
  )
  const row = found.find((one) => one !== null)
  if (row == null) throw new Error(`no row holds ${text}`)
  return row
}

/** Region, form, dialog or table of the page by its name. */
export const part = async (role: 'region' | 'form' | 'dialog' | 'grid', name: string | RegExp) =>
  within(await screen.findByRole(role, { name }))

/** Waits until a query finds nothing. */
export const gone = (query: () => HTMLElement | null) => waitFor(() => expect(query()).toBeNull())
