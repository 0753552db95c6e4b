// Rooms: feeds, identity, kernel
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { addFeed } from '@samudra/contract/feeds'
import { addUser, changePassword } from '@samudra/contract/identity'
import { getAisUtils } from '@samudra/contract/picture'
import { confirmTotp, startTotp } from '@samudra/contract/second-factor'
import { WireClient } from '@samudra/contract/wire/client'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keysFrom } from '../../src/platform/kernel/http/keys.ts'
import { Browser, dataOf } from '../servers/a-browser.ts'
import { Program } from '../servers/a-process.ts'

let folder = ''
let program: Program
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-secrets-'))
})
afterEach(async () => {
  await program.stop('SIGKILL')
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const FIRST = 'First-choice-over-Goa-9'
const OWN = 'Monsoon-over-Kochi-7'
const WRONG = 'Mistyped-over-Kochi-8'
const ROOF_KEY = 'roof-antenna-passphrase'
const STREAM_KEY = 'stream-provider-passphrase'

/** Returns the forms of a secret in a file: raw, hexadecimal, and base64 at each offset. */
function formsOf(secret: Buffer): Buffer[] {
  const hex = secret.toString('hex')
  const packed = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), secret]).toString('base64')
    const sure = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + secret.length) * 8) / 6))
    return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return [secret, ...[hex, hex.toUpperCase(), ...packed].map((text) => Buffer.from(text))]
}

type Secrets = Record<string, Buffer>
/** Names of secrets that are found in the bytes. */
const foundIn = (bytes: Buffer, secrets: Secrets) =>
  Object.keys(secrets).filter((name) => formsOf(secrets[name]!).some((form) => bytes.includes(form)))

/** Every file below the data folder but the key file. */
const filesOf = (data: string) =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'samudra.key')
    .map((entry) => path.join(entry.parentPath, entry.name))

/** Uses a password, a token, a second factor and a feed key as users do. */
async function useEverything(base: string): Promise<Secrets> {
  const admin = new Browser(base)
  dataOf(await admin.logIn('admin', FIRST))
  const wanted = { username: 'kochi.watch', role: '2', sources: ['*'], zone_access: ['*'] }
  const { temporary_password: temporary } = dataOf(await admin.ask(addUser, wanted))
  dataOf(
    await admin.ask(addFeed, {
      name: 'Roof',
      kind: 'mqtt',
      address: 'mqtt://127.0.0.1:9',
      enabled: true,
      source: 'ROOF',
      priority: 3,
      trust: 0.5,
      expected_interval_s: 10,
      options: { topic: 'ais/#' },
      secret: ROOF_KEY,
    }),
  )
  const user = new Browser(base)
  expect((await user.logIn('kochi.watch', WRONG)).Status).toBe(false)
  dataOf(await user.logIn('kochi.watch', temporary))
  dataOf(await user.ask(changePassword, { old_password: temporary, new_password: OWN }))
  const { secret } = dataOf(await user.ask(startTotp, { password: OWN }))
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const { recovery_codes: codes } = dataOf(await user.ask(confirmTotp, { code: totp.generate() }))
  dataOf(await new Browser(base).logIn('kochi.watch', OWN, { otp: codes[0]! }))
  await admin.refresh()
  const wireKeys = await callSealed(base)
  expect(wireKeys.length).toBeGreaterThan(0)
  const texts: Record<string, string> = {
    'first password': FIRST,
    'password of their own': OWN,
    'mistyped password': WRONG,
    'temporary password': temporary,
    'key of a feed': ROOF_KEY,
    'key of a feed from the environment': STREAM_KEY,
    'token of the administrator': admin.token,
    'token of the user': user.token,
    'second factor, as it is shown': secret,
  }
  for (const [n, code] of codes.slice(0, 2).entries()) texts[`recovery code ${n}`] = code
  // The id of a user is no secret.
  for (const [name, value] of [...admin.cookies, ...user.cookies])
    if (name !== 'MMUSERID') texts[`cookie ${name} ${value}`] = value
  const secrets: Secrets = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]),
  )
  for (const [n, key] of wireKeys.entries()) secrets[`key of the wire ${n}`] = key
  return { ...secrets, 'second factor': Buffer.from(Secret.fromBase32(secret).bytes) }
}

/** Keys of a sealed session, which both sides work out alike. */
async function callSealed(base: string): Promise<Buffer[]> {
  const importKey = vi.spyOn(crypto.subtle, 'importKey')
  const outcome = await new WireClient({ base }).call({ op: getAisUtils, input: {} })
  // No user is logged in there; the error is sealed all the same.
  expect(outcome.kind).toBe('answered')
  return importKey.mock.calls
    .filter(([format, , algorithm]) => format === 'raw' && algorithm === 'HKDF')
    .map(([, bytes]) => Buffer.from(bytes as Uint8Array))
}

test('no secret is in the log or in any file of the data folder, except the key in its own file', async () => {
  const data = path.join(folder, 'data')
  program = new Program(
    ['--port', '0', '--host', '127.0.0.1', '--data', data, '--sim', 'none', '--admin-password', FIRST].concat(
      ['--feed-hosts', '127.0.0.1', '--feed', 'aisstream://127.0.0.1:9?source=STREAM&secret_env=STREAM_KEY'],
    ),
    { STREAM_KEY },
  )
  const secrets = await useEverything(await program.ready())
  expect(await program.stop()).toBe(0)
  const master = Buffer.from(readFileSync(path.join(data, 'samudra.key'), 'utf8').trim(), 'base64')
  const { tokens, tickets, audit, pepper, xsrf, of } = keysFrom(master)
  Object.assign(secrets, { master, tokens, tickets, audit, pepper, xsrf, box: of('box') })
  // Shorter ones would be found by chance.
  expect(Object.keys(secrets).filter((name) => secrets[name]!.length < 8)).toEqual([])

  expect(program.output).toContain('end of the audit record')
  expect(foundIn(Buffer.from(program.output), secrets)).toEqual([])
  const files = filesOf(data).map((file) => ({ file, bytes: readFileSync(file) }))
  const found = files.flatMap(({ file, bytes }) =>
    foundIn(bytes, secrets).map((name) => `${name} in ${path.relative(data, file)}`),
  )
  expect(found).toEqual([])
  // What is no secret is found, so the search would have found the others.
  expect(files.some(({ bytes }) => foundIn(bytes, { name: Buffer.from('kochi.watch') }).length > 0)).toBe(
    true,
  )
})
