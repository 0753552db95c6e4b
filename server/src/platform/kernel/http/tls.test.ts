import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { generate } from 'selfsigned'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Program } from '../../../../testing/servers/a-process.ts'
import { readTls } from './tls.ts'

const DAY_MS = 86_400_000
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-tls-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** One answer of a server whose certificate is trusted beforehand, checked as a browser does. */
const get = (address: string, ca: string, servername?: string) =>
  new Promise<{ status: number; headers: object }>((resolve, reject) => {
    https
      .get(address, { ca, agent: false, ...(servername === undefined ? {} : { servername }) }, (answer) => {
        answer.resume()
        resolve({ status: answer.statusCode!, headers: answer.headers })
      })
      .on('error', reject)
  })
async function aCertificate(days: [number, number], name: string) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + days[0] * DAY_MS),
    notAfterDate: new Date(Date.now() + days[1] * DAY_MS),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  const files = { cert: path.join(folder, `${name}.crt`), key: path.join(folder, `${name}.key`) }
  writeFileSync(files.cert, cert)
  writeFileSync(files.key, key)
  return { kind: 'files' as const, ...files }
}

test('--tls makes a certificate for this machine, stores it for its owner only and reuses it', async () => {
  const source = { kind: 'own' as const, folder: path.join(folder, 'tls') }
  const made = await readTls(source, Date.now())
  const certificate = new X509Certificate(made.cert)
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(certificate.checkIP('::1')).toBeDefined()
  expect((Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / DAY_MS).toBeLessThan(398)
  for (const name of ['key.pem', 'cert.pem'])
    expect(statSync(path.join(source.folder, name)).mode & 0o777).toBe(0o600)
  expect(await readTls(source, Date.now())).toEqual(made)
  // A month before it ends there is a new one.
  expect(await readTls(source, Date.now() + 370 * DAY_MS)).not.toEqual(made)
})

test('a certificate of the operator is checked before the start, with a plain error', async () => {
  const fine = await aCertificate([-1, 90], 'fine')
  expect(await readTls(fine, Date.now())).toMatchObject({ isSelfSigned: false })
  const other = await aCertificate([-1, 90], 'other')
  await expect(readTls({ ...fine, key: other.key }, Date.now())).rejects.toThrow(
    /does not match the certificate/,
  )
  const ended = await aCertificate([-90, -1], 'ended')
  await expect(readTls(ended, Date.now())).rejects.toThrow(/expired on .*\. Renew it/)
  const later = await aCertificate([10, 90], 'later')
  await expect(readTls(later, Date.now())).rejects.toThrow(/is not valid before/)
  writeFileSync(path.join(folder, 'text'), 'no certificate')
  await expect(readTls({ ...fine, cert: path.join(folder, 'text') }, Date.now())).rejects.toThrow(
    /--tls-cert .* cannot be read as PEM/,
  )
  await expect(readTls({ ...fine, key: path.join(folder, 'nowhere') }, Date.now())).rejects.toThrow(
    /--tls-key .* cannot be read/,
  )
})

test('npm start --tls prints an https address that browsers trusting the certificate open', async () => {
  const data = path.join(folder, 'data')
  const program = new Program(
    ['--port', '0', '--host', '127.0.0.1', '--data', data, '--sim', 'none', '--tls'],
    {},
  )
  try {
    const base = await program.ready()
    expect(base).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    const { cert } = await readTls({ kind: 'own', folder: path.join(data, 'tls') }, Date.now())
    const { status, headers } = await get(`${base}/healthz`, cert)
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('strict-transport-security')
    await expect(get(`${base}/healthz`, cert, 'elsewhere.example')).rejects.toThrow(/does not match/)
  } finally {
    await program.stop()
  }
  expect(program.output).not.toContain('Browsers on other machines')
})

test('with a certificate of the operator browsers are restricted to https', async () => {
  const files = await aCertificate([-1, 90], 'own')
  const program = new Program(
    ['--port', '0', '--host', '127.0.0.1', '--data', path.join(folder, 'data'), '--sim', 'none'].concat([
      '--tls-cert',
      files.cert,
      '--tls-key',
      files.key,
    ]),
    {},
  )
  try {
    const base = await program.ready()
    const { cert } = await readTls(files, Date.now())
    const { headers } = await get(`${base}/healthz`, cert)
    expect(headers).toHaveProperty('strict-transport-security', 'max-age=15768000')
  } finally {
    await program.stop()
  }
})

test('a server open to other machines without TLS warns that browsers need it', async () => {
  const program = new Program(
    ['--port', '0', '--data', path.join(folder, 'data'), '--sim', 'none', '--trust-proxy', '10.0.0.0/8'],
    {},
  )
  try {
    expect(await program.ready()).toMatch(/^http:/)
    expect(program.output).toContain('Browsers on other machines need https: start with --tls')
  } finally {
    await program.stop()
  }
})

test('contradictory or invalid options have a plain error', async () => {
  const cases: [string[], RegExp][] = [
    [['--tls-cert', 'a.pem'], /go together/],
    [['--tls', '--tls-cert', 'a.pem', '--tls-key', 'b.pem'], /not both/],
    [['--trust-proxy', 'everybody'], /--trust-proxy everybody is not an address/],
    [['--origins', 'samudra'], /--origins samudra is not a page address/],
    [['--ntp', 'time server'], /--ntp time server is not a host/],
  ]
  for (const [args, words] of cases) {
    const program = new Program(['--data', path.join(folder, 'data'), ...args], {})
    expect(await program.ended).toBe(1)
    expect(program.output).toMatch(words)
    expect(program.output).not.toContain('    at ')
  }
})
