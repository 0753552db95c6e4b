import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { getAudit } from '@samudra/contract/audit'
import { addUser, changePassword, getTimezones, getUsers, unlockUser } from '@samudra/contract/identity'
import type { SecondFactorWanted } from '@samudra/contract/identity'
import {
  confirmTotp,
  finishPasskey,
  getSecondFactor,
  newRecoveryCodes,
  removePasskey,
  removeTotp,
  resetSecondFactor,
  startPasskey,
  startTotp,
} from '@samudra/contract/second-factor'
import { updateAdminSettings } from '@samudra/contract/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser, aClock, codeOf, dataOf } from '../../../../testing/servers/a-browser.ts'
import { PASSWORD, aServer, type TestServer } from '../../../../testing/servers/a-server.ts'
import { totpCode } from '../../../../testing/samples/totp-code.ts'

const clock = aClock()
const OWN = 'Monsoon-over-Kochi-7'
let server: TestServer
beforeAll(async () => {
  server = await aServer([], undefined, { clock })
})
afterAll(() => server.close())

let count = 0
async function aUser() {
  const username = `user.${++count}`
  const admin = await server.logIn('admin', PASSWORD)
  const { user, temporary_password } = await admin.call(addUser, {
    username,
    role: '2',
    sources: ['*'],
    zone_access: ['*'],
  })
  const browser = new Browser(server.base)
  dataOf(await browser.logIn(username, temporary_password))
  dataOf(await browser.ask(changePassword, { old_password: temporary_password, new_password: OWN }))
  return { id: user.id, username, browser }
}
const codeAt = (secret: string, ms = clock.now() as number) => totpCode(secret, ms)

async function withTotp() {
  const user = await aUser()
  const { secret, uri } = dataOf(await user.browser.ask(startTotp, { password: OWN }))
  expect(uri).toMatch(/^otpauth:\/\/totp\/Samudra/)
  const codes = dataOf(await user.browser.ask(confirmTotp, { code: codeAt(secret) })).recovery_codes
  clock.turn(30_000)
  return { ...user, secret, codes }
}
const enter = (username: string, more: object = {}) => new Browser(server.base).logIn(username, OWN, more)

test('with an authenticator the right password alone is refused, with the missing factor named', async () => {
  const user = await withTotp()
  const answer = await enter(user.username)
  expect(answer).toMatchObject({
    status: 401,
    Code: 'SECOND_FACTOR',
    Data: { methods: ['TOTP', 'RECOVERY'], passkey: null },
  })
  expect(codeOf(await new Browser(server.base).logIn(user.username, 'Wrong-and-long-1'))).toBe('AUTH_FAILED')
  expect(codeOf(await enter(user.username, { otp: codeAt(user.secret) }))).toBe('OK')
  expect(
    (await (await server.logIn('admin', PASSWORD)).call(getUsers, { q: user.username })).items[0]
      ?.second_factor,
  ).toEqual(['TOTP'])
})

test('a code opens once, the one before it never again, and a clock may be half a minute off', async () => {
  const user = await withTotp()
  const code = codeAt(user.secret)
  expect(codeOf(await enter(user.username, { otp: code }))).toBe('OK')
  expect(codeOf(await enter(user.username, { otp: code }))).toBe('AUTH_FAILED')
  expect(codeOf(await enter(user.username, { otp: codeAt(user.secret, clock.now() - 30_000) }))).toBe(
    'AUTH_FAILED',
  )
  clock.turn(60_000)
  expect(codeOf(await enter(user.username, { otp: codeAt(user.secret, clock.now() + 30_000) }))).toBe('OK')
  clock.turn(120_000)
  const early = codeAt(user.secret, clock.now() + 60_000)
  expect(codeOf(await enter(user.username, { otp: early }))).toBe('AUTH_FAILED')
})

test('of two logins with one code at the same moment one opens', async () => {
  const user = await withTotp()
  const otp = codeAt(user.secret)
  const answers = await Promise.all([enter(user.username, { otp }), enter(user.username, { otp })])
  expect(answers.map(codeOf).toSorted()).toEqual(['AUTH_FAILED', 'OK'])
})

test('wrong codes lock the account like wrong passwords', async () => {
  const user = await withTotp()
  for (let n = 0; n < 5; n++) {
    expect(codeOf(await enter(user.username, { otp: 'aaaaa-aaaaa' }))).toBe('AUTH_FAILED')
    clock.turn(60_000)
  }
  expect(codeOf(await enter(user.username, { otp: codeAt(user.secret) }))).toBe('LOCKED')
  const admin = await server.logIn('admin', PASSWORD)
  await admin.call(unlockUser, { id: user.id })
})

test('each recovery code opens once; new ones make the old ones worthless', async () => {
  const user = await withTotp()
  expect(new Set(user.codes).size).toBe(10)
  const [first = '', second = '', third = ''] = user.codes
  expect(codeOf(await enter(user.username, { otp: first.toUpperCase() }))).toBe('OK')
  expect(codeOf(await enter(user.username, { otp: first }))).toBe('AUTH_FAILED')
  expect(codeOf(await enter(user.username, { otp: second.replace('-', ' ') }))).toBe('OK')
  expect(dataOf(await user.browser.ask(getSecondFactor, {})).recovery_codes_left).toBe(8)
  const fresh = dataOf(await user.browser.ask(newRecoveryCodes, { password: OWN })).recovery_codes
  expect(codeOf(await enter(user.username, { otp: third }))).toBe('AUTH_FAILED')
  expect(codeOf(await enter(user.username, { otp: fresh[0] }))).toBe('OK')
})

test('setup and removal need the password again; an unconfirmed secret never requires a code', async () => {
  const user = await aUser()
  for (const op of [startTotp, removeTotp, newRecoveryCodes, startPasskey] as (typeof startTotp)[]) {
    const answer = await user.browser.ask(op, { password: 'Wrong-and-long-1' })
    expect(answer).toMatchObject({ Code: 'VALIDATION', fields: [{ field: 'password' }] })
    clock.turn(60_000)
  }
  const { secret } = dataOf(await user.browser.ask(startTotp, { password: OWN }))
  expect(codeOf(await user.browser.ask(confirmTotp, { code: '000000' }))).toBe('VALIDATION')
  expect(codeOf(await enter(user.username))).toBe('OK')
  clock.turn(16 * 60_000)
  const late = new Browser(server.base)
  dataOf(await late.logIn(user.username, OWN))
  expect(codeOf(await late.ask(confirmTotp, { code: codeAt(secret) }))).toBe('VALIDATION')
})

test('an authenticator taken off takes its recovery codes along', async () => {
  const user = await withTotp()
  expect(dataOf(await user.browser.ask(removeTotp, { password: OWN }))).toEqual({
    totp: false,
    recovery_codes_left: 0,
    passkeys: [],
    required: false,
  })
  expect(codeOf(await enter(user.username))).toBe('OK')
})

test('an administrator takes a lost second factor off, and no record holds a secret', async () => {
  const user = await withTotp()
  const admin = await server.logIn('admin', PASSWORD)
  expect(await admin.call(resetSecondFactor, { id: user.id, reason: 'phone lost at sea' })).toEqual({
    id: user.id,
    removed: 1,
  })
  expect(codeOf(await enter(user.username))).toBe('OK')
  const { items } = await admin.call(getAudit, { object_id: user.id })
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['startTotp', 'confirmTotp', 'resetSecondFactor']),
  )
  const found = JSON.stringify(items)
  for (const hidden of [user.secret, ...user.codes, OWN, 'argon2']) expect(found).not.toContain(hidden)
})

test('an administrator who resets the own second factor gives the own password', async () => {
  const admin = new Browser(server.base)
  const { id } = dataOf(await admin.logIn('admin', PASSWORD))
  const { secret } = dataOf(await admin.ask(startTotp, { password: PASSWORD }))
  dataOf(await admin.ask(confirmTotp, { code: codeAt(secret) }))
  const reason = 'lost'
  for (const given of [{}, { password: 'Wrong-and-long-1' }]) {
    expect(await admin.ask(resetSecondFactor, { id, reason, ...given })).toMatchObject({
      Code: 'VALIDATION',
      fields: [{ field: 'password' }],
    })
    expect(dataOf(await admin.ask(getSecondFactor, {})).totp).toBe(true)
    clock.turn(60_000)
  }
  expect(dataOf(await admin.ask(resetSecondFactor, { id, reason, password: PASSWORD }))).toEqual({
    id,
    removed: 1,
  })
})

test('where a second factor is required nothing else works until there is one', async () => {
  const user = await aUser()
  const admin = await server.logIn('admin', PASSWORD)
  const set = (value: string, expected_version: number) =>
    admin.call(updateAdminSettings, { changes: { 'security.second_factor': value }, expected_version })
  await set('everyone', 1)
  const me = dataOf(await user.browser.logIn(user.username, OWN))
  expect(me.mustAddSecondFactor).toBe(true)
  expect(codeOf(await user.browser.ask(getTimezones, {}))).toBe('SECOND_FACTOR_REQUIRED')
  expect(dataOf(await user.browser.ask(getSecondFactor, {})).required).toBe(true)
  const { secret } = dataOf(await user.browser.ask(startTotp, { password: OWN }))
  dataOf(await user.browser.ask(confirmTotp, { code: codeAt(secret) }))
  expect(codeOf(await user.browser.ask(getTimezones, {}))).toBe('OK')
  await set('nobody', 2)
})

/** Just enough CBOR (RFC 8949) for an authenticator's answers. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const pairs = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, pairs.length), ...pairs.flatMap((pair) => pair.map(cbor))])
}

/** A security key made of a P-256 key and a counter. */
class SecurityKey {
  readonly id = randomBytes(16)
  readonly #private: KeyObject
  readonly #cose: Buffer
  readonly origin: string
  counter = 0
  constructor(origin: string) {
    this.origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#private = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#cose = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }
  #data(flags: number, rest: Buffer = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.counter)
    const host = createHash('sha256').update(new URL(this.origin).hostname).digest()
    return Buffer.concat([host, Buffer.from([flags]), count, rest])
  }
  #text(type: string, challenge: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }
  #envelope(response: Record<string, string>) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
  make(options: unknown) {
    const { challenge } = options as { challenge: string }
    const length = Buffer.from([0, this.id.length])
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#cose])
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', this.#data(0x41, credential)],
      ]),
    )
    return this.#envelope({
      clientDataJSON: this.#text('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    })
  }
  prove(options: unknown) {
    const { challenge } = options as { challenge: string }
    this.counter++
    const data = this.#data(0x01)
    const text = this.#text('webauthn.get', challenge)
    const signed = Buffer.concat([data, createHash('sha256').update(text).digest()])
    return this.#envelope({
      clientDataJSON: text.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#private).toString('base64url'),
    })
  }
}

async function withPasskey() {
  const user = await aUser()
  const at = server.base.replace('127.0.0.1', 'localhost')
  const browser = new Browser(at)
  browser.token = user.browser.token
  const key = new SecurityKey(at)
  const { options } = dataOf(await browser.ask(startPasskey, { password: OWN }))
  const passkey = dataOf(await browser.ask(finishPasskey, { name: 'Blue key', response: key.make(options) }))
  const page = () => new Browser(at)
  const wanted = async () => {
    const answer: { Data: unknown } = await page().logIn(user.username, OWN)
    return answer.Data as SecondFactorWanted
  }
  const show = async (passkey: unknown) => codeOf(await page().logIn(user.username, OWN, { passkey }))
  return { ...user, browser, key, passkey, wanted, show, page, at }
}

test('a passkey that was set up opens, once for every challenge, and not for five minutes', async () => {
  const user = await withPasskey()
  expect(user.passkey).toMatchObject({ name: 'Blue key', last_used_at: null })
  const { methods, passkey } = await user.wanted()
  expect(methods).toEqual(['PASSKEY'])
  const proof = user.key.prove(passkey)
  expect(await user.show(proof)).toBe('OK')
  expect(await user.show(proof)).toBe('AUTH_FAILED')
  const late = user.key.prove((await user.wanted()).passkey)
  clock.turn(5 * 60_000)
  expect(await user.show(late)).toBe('AUTH_FAILED')
  expect(await user.show(user.key.prove((await user.wanted()).passkey))).toBe('OK')
})

test('a copied, a foreign and a tampered passkey do not open', async () => {
  const user = await withPasskey()
  expect(await user.show(user.key.prove((await user.wanted()).passkey))).toBe('OK')
  user.key.counter--
  expect(await user.show(user.key.prove((await user.wanted()).passkey))).toBe('AUTH_FAILED')
  clock.turn(60_000)
  user.key.counter = 10
  const foreign = new SecurityKey(user.at)
  expect(await user.show(foreign.prove((await user.wanted()).passkey))).toBe('AUTH_FAILED')
  clock.turn(60_000)
  const proof = user.key.prove((await user.wanted()).passkey)
  const bent = { ...proof, response: { ...proof.response, signature: randomBytes(70).toString('base64url') } }
  expect(await user.show(bent)).toBe('AUTH_FAILED')
  clock.turn(60_000)
  for (const junk of [7, 'x', {}, { id: user.passkey.id }, { ...proof, response: null }]) {
    expect(await user.show(junk)).toMatch(/AUTH_FAILED|LOCKED/)
    clock.turn(60_000)
  }
})

test('the challenge of one user does nothing for another, and one key is set up once', async () => {
  const [one, two] = [await withPasskey(), await withPasskey()]
  expect(await one.show(one.key.prove((await two.wanted()).passkey))).toBe('AUTH_FAILED')
  const { options } = dataOf(await one.browser.ask(startPasskey, { password: OWN }))
  const again = await one.browser.ask(finishPasskey, { name: 'Again', response: one.key.make(options) })
  expect(codeOf(again)).toBe('DUPLICATE')
  const stolen = await two.browser.ask(finishPasskey, {
    name: 'Stolen',
    response: new SecurityKey(two.at).make(options),
  })
  expect(codeOf(stolen)).toBe('VALIDATION')
})

test('a passkey is taken off with the password, and at an address of numbers none is made', async () => {
  const user = await withPasskey()
  const input = { id: user.passkey.id, password: OWN }
  expect(dataOf(await user.browser.ask(removePasskey, input)).passkeys).toEqual([])
  expect(codeOf(await user.browser.ask(removePasskey, input))).toBe('NOT_FOUND')
  expect(codeOf(await user.page().logIn(user.username, OWN))).toBe('OK')
  const byNumber = new Browser(server.base)
  byNumber.token = user.browser.token
  expect(await byNumber.ask(startPasskey, { password: OWN })).toMatchObject({
    Code: 'VALIDATION',
    Message: expect.stringMatching(/host name/),
  })
})
