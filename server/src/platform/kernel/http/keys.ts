import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { StartFailure, missing } from './errors.ts'
import { readPlainFile } from '../files/plain-file.ts'

const BYTES = 32
const FILE = 'samudra.key'

/** Everything secret of an installation comes from one key; each purpose has one of its own. */
export type Keys = {
  /** Signs access tokens (HS256). */
  readonly tokens: Buffer
  /** Seals the tickets of sealed-wire sessions. */
  readonly tickets: Buffer
  /** Chains the audit records. */
  readonly audit: Buffer
  /** Goes into every password hash beside its salt. */
  readonly pepper: Buffer
  /** Signs the XSRF pair. */
  readonly xsrf: Buffer
  /** A key for another purpose. */
  of(purpose: string): Buffer
  /** Encrypts what the database keeps but may not show: second factors, passwords of feeds. */
  lock(clear: string): Buffer
  /** Throws when the bytes are not of this installation or were changed. */
  unlock(locked: Buffer): string
}

export function keysFrom(master: Buffer): Keys {
  const of = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `samudra ${purpose}`, BYTES))
  const box = of('box')
  return {
    tokens: of('tokens'),
    tickets: of('tickets'),
    audit: of('audit'),
    pepper: of('pepper'),
    xsrf: of('xsrf'),
    of,
    lock: (clear) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', box, nonce)
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    unlock: (locked) => {
      const decipher = createDecipheriv('aes-256-gcm', box, locked.subarray(0, 12))
      decipher.setAuthTag(locked.subarray(12, 28))
      return Buffer.concat([decipher.update(locked.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** The key of this installation: from the environment (base64, 32 bytes), or from a file made with mode 600. */
export function readKeys(dataFolder: string, fromEnvironment: string | undefined): Keys {
  if (fromEnvironment !== undefined) return keysFrom(masterIn(fromEnvironment, 'SAMUDRA_KEY'))
  const file = path.join(dataFolder, FILE)
  mkdirSync(dataFolder, { recursive: true })
  try {
    const made = openSync(file, 'wx', 0o600)
    try {
      writeSync(made, `${randomBytes(BYTES).toString('base64')}\n`)
    } catch (error) {
      // A file without its key would stand in the way of the next start.
      rmSync(file)
      throw error
    } finally {
      closeSync(made)
    }
  } catch (error) {
    if (missing(error) === 'SPACE') throw error
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartFailure(`The key file ${file} cannot be created: ${(error as Error).message}`)
  }
  const text = readPlainFile(file, { mayBeLink: true })
  if (text === null) throw new StartFailure(`The key file ${file} is a broken link.`)
  if ((statSync(file).mode & 0o077) !== 0)
    throw new StartFailure(`Other users can read ${file}. Restrict it: chmod 600 ${file}`)
  return keysFrom(masterIn(text, file))
}

function masterIn(text: string, where: string): Buffer {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== BYTES)
    throw new StartFailure(
      `${where} must hold ${BYTES} bytes as base64. Create one with: openssl rand -base64 32`,
    )
  return bytes
}
