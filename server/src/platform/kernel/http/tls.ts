import { X509Certificate, createPrivateKey } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { generate } from 'selfsigned'
import type { Beat } from '../cluster/beats.ts'
import { StartFailure, sentenceOf } from './errors.ts'
import type { Log } from '../text/log.ts'

/** Key and certificate in PEM. */
export type Tls = { key: string; cert: string; isSelfSigned: boolean }
/** Origin of the certificate: made by us and stored in a folder, or files of the operator. */
export type TlsSource = { kind: 'own'; folder: string } | { kind: 'files'; cert: string; key: string }

const DAY_MS = 86_400_000
/** Browsers accept no certificate that runs longer than 398 days. */
const VALID_DAYS = 397
/** Time before its end at which a certificate of ours is renewed. */
const RENEW_MS = 30 * DAY_MS
const LOOK_AGAIN_MS = 3_600_000

/** Reads the certificate, and makes it where it is ours. Throws a StartFailure that states what to fix. */
export const readTls = (source: TlsSource, now: number): Promise<Tls> =>
  source.kind === 'own' ? ownCertificate(source.folder, now) : certificateOf(source, now)

/** Takes up a renewed certificate in place of `held` without a restart; looks every hour. */
export function keepTlsFresh(
  http: FastifyInstance,
  held: Tls,
  source: TlsSource,
  { log, now }: { log: Log; now: () => number },
): Beat {
  let cert = held.cert
  const server = http.server as unknown as { setSecureContext(options: { key: string; cert: string }): void }
  const look = () =>
    readTls(source, now()).then(
      (read) => {
        if (read.cert !== cert) server.setSecureContext(read)
        cert = read.cert
      },
      (error: unknown) => log.error('the certificate cannot be renewed', { error: sentenceOf(error) }),
    )
  return { everyMs: LOOK_AGAIN_MS, work: look }
}

async function certificateOf(files: { cert: string; key: string }, now: number): Promise<Tls> {
  const cert = await contentOf('--tls-cert', files.cert)
  const key = await contentOf('--tls-key', files.key)
  const read = <T>(option: string, file: string, how: () => T): T => {
    try {
      return how()
    } catch {
      throw new StartFailure(
        `${option} ${file} cannot be read as PEM${option === '--tls-key' ? ' without a passphrase' : ''}.`,
      )
    }
  }
  const certificate = read('--tls-cert', files.cert, () => new X509Certificate(cert))
  const secret = read('--tls-key', files.key, () => createPrivateKey(key))
  if (!certificate.checkPrivateKey(secret))
    throw new StartFailure(`--tls-key ${files.key} does not match the certificate in ${files.cert}.`)
  if (Date.parse(certificate.validTo) <= now)
    throw new StartFailure(`The certificate in ${files.cert} expired on ${certificate.validTo}. Renew it.`)
  if (Date.parse(certificate.validFrom) > now + DAY_MS)
    throw new StartFailure(`The certificate in ${files.cert} is not valid before ${certificate.validFrom}.`)
  return { key, cert, isSelfSigned: false }
}

async function contentOf(option: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new StartFailure(`${option} ${file} cannot be read: ${sentenceOf(error)}`)
  }
}

async function ownCertificate(folder: string, now: number): Promise<Tls> {
  const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') }
  const names = namesOfThisMachine()
  const stored = await Promise.all([readFile(files.key, 'utf8'), readFile(files.cert, 'utf8')]).catch(
    () => null,
  )
  if (stored !== null && isGood(stored[0], stored[1], names, now))
    return { key: stored[0], cert: stored[1], isSelfSigned: true }
  const made = await makeCertificate(names, now)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    for (const [file, text] of [
      [files.key, made.private],
      [files.cert, made.cert],
    ] as const) {
      await writeFile(`${file}.new`, text, { mode: 0o600 })
      await rename(`${file}.new`, file)
    }
  } catch (error) {
    throw new StartFailure(`The certificate cannot be stored in ${folder}: ${sentenceOf(error)}`)
  }
  return { key: made.private, cert: made.cert, isSelfSigned: true }
}

function isGood(key: string, cert: string, names: string[], now: number): boolean {
  try {
    const certificate = new X509Certificate(cert)
    return (
      certificate.checkPrivateKey(createPrivateKey(key)) &&
      Date.parse(certificate.validTo) - now > RENEW_MS &&
      names.every((name) =>
        isIP(name) === 0
          ? certificate.checkHost(name) !== undefined
          : certificate.checkIP(name) !== undefined,
      )
    )
  } catch {
    return false
  }
}

/** Returns the host names and addresses of this machine. */
function namesOfThisMachine(): string[] {
  const addresses = Object.values(os.networkInterfaces())
    .flatMap((all) => all ?? [])
    // A link-local address needs a zone, which no certificate can hold.
    .filter(({ address }) => !address.startsWith('fe80:'))
    .map(({ address }) => address)
  const host = os.hostname()
  const hosts = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host) && isIP(host) === 0 ? [host.toLowerCase()] : []
  return [...new Set(['localhost', ...hosts, '127.0.0.1', '::1', ...addresses])]
}

const makeCertificate = (names: string[], now: number) =>
  generate([{ name: 'commonName', value: names[1] ?? 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + (VALID_DAYS - 1) * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) =>
          isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
        ),
      },
    ],
  })
