import { createReadStream } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { OperationError, StartFailure, sentenceOf } from '../../kernel/http/errors.ts'
import { isHash, type Draft, type Files, type S3Place } from '../../needs/files.ts'
import { Drafts } from './drafts.ts'

const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const TRIES = 3
const WAIT_MS = 300
/** An answer begins within this time. */
const PATIENCE_MS = 60_000

type Query = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  hash?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Body of the request, opened again for each try. */
  body?: () => AsyncIterable<Uint8Array>
}

/**
 * Files in an S3-compatible store, for several machines. What comes lies in a folder of this machine until it is whole and
 * its hash is known: so it is sent once, under its name, and the store checks that it has come as it is.
 */
export class S3Files implements Files {
  readonly whereabouts: string
  readonly #place: S3Place
  readonly #drafts: Drafts
  readonly #lot: number

  /** Creates the store; `lot` is the number of names listed at a time. */
  constructor(place: S3Place, folder: string, lot = 1000) {
    this.#place = place
    this.#lot = lot
    this.whereabouts = `s3://${place.bucket}/${place.prefix}`
    this.#drafts = new Drafts(path.join(folder, 'coming'))
  }

  /** Throws a StartFailure where the bucket cannot be had. */
  async check(): Promise<void> {
    try {
      const answer = await this.#ask({ method: 'GET', query: { 'list-type': '2', 'max-keys': '1' } })
      if (answer.ok) return void (await answer.arrayBuffer())
      throw new Error(`it answers ${answer.status} ${codeIn(await answer.text())}`)
    } catch (error) {
      throw new StartFailure(
        `The store of files at ${this.#place.endpoint} cannot be used: ${sentenceOf(error)}. Check --files, its bucket and the keys.`,
      )
    }
  }

  receive(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Draft> {
    return this.#drafts.receive(bytes, async (file, { hash, size }) => {
      if ((await this.sizeOf(hash)) === size) return
      const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' }
      const body = () => createReadStream(file)
      await this.#expect({ method: 'PUT', hash, headers, body }, [200, 201])
    })
  }

  async read(hash: string, { from = 0, to }: { from?: number; to?: number } = {}) {
    if (!isHash(hash)) return null
    const size = await this.sizeOf(hash)
    if (size === null) return null
    const end = Math.min(to ?? size, size)
    if (end <= from) return nothing()
    const answer = await this.#expect(
      { method: 'GET', hash, headers: { range: `bytes=${from}-${end - 1}` } },
      [200, 206, 404],
    )
    if (answer.status === 404) return null
    return answer.body as AsyncIterable<Uint8Array> | null
  }

  async sizeOf(hash: string) {
    if (!isHash(hash)) return null
    const answer = await this.#expect({ method: 'HEAD', hash }, [200, 404])
    return answer.status === 404 ? null : Number(answer.headers.get('content-length'))
  }

  async remove(hash: string) {
    if (isHash(hash)) await this.#expect({ method: 'DELETE', hash }, [200, 204, 404])
  }

  async *list() {
    const { prefix } = this.#place
    for (let token: string | undefined; ;) {
      const query = {
        'list-type': '2',
        'max-keys': String(this.#lot),
        prefix,
        ...(token === undefined ? {} : { 'continuation-token': token }),
      }
      const text = await (await this.#expect({ method: 'GET', query }, [200])).text()
      yield [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, one]) => {
        const hash = within('Key', one!).slice(prefix.length)
        return isHash(hash) ? [{ hash, since: Date.parse(within('LastModified', one!)) }] : []
      })
      token = within('NextContinuationToken', text) || undefined
      if (token === undefined) return
    }
  }

  dropUnfinished(before: number) {
    return this.#drafts.dropUnfinished(before)
  }

  /** Sends a request until its answer is as expected. Throws UNAVAILABLE. */
  async #expect(request: Query, statuses: readonly number[]): Promise<Response> {
    let why = ''
    for (let n = 1; n <= TRIES; n++) {
      if (n > 1) await sleep(WAIT_MS * n)
      try {
        const answer = await this.#ask(request)
        if (statuses.includes(answer.status)) return answer
        why = `${answer.status} ${codeIn(await answer.text())}`
        // A repeated request would get the same answer.
        if (answer.status < 500 && answer.status !== 429) break
      } catch (error) {
        why = sentenceOf(error instanceof Error ? (error.cause ?? error) : error)
      }
    }
    throw new OperationError(
      'UNAVAILABLE',
      `The file store failed (${why}). Try again in a moment; if it fails again, contact the administrator.`,
    )
  }

  async #ask({ method, hash, query = {}, headers = {}, body }: Query): Promise<Response> {
    const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = this.#place
    const name = hash === undefined ? '' : `/${prefix}${hash}`
    const url = new URL(`${endpoint}/${bucket}${name}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    // The name of what is sent is its hash: the store refuses what has changed on its way.
    const contentHash = body === undefined ? EMPTY_HASH : hash!
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': contentHash },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    }).sign()
    const abort = new AbortController()
    const patience = setTimeout(() => abort.abort(new Error('it does not answer')), PATIENCE_MS)
    try {
      // A body that is not held whole is sent before the answer comes.
      const sent: object = body === undefined ? {} : { body: body(), duplex: 'half' }
      return await fetch(signed.url, { method, headers: signed.headers, signal: abort.signal, ...sent })
    } finally {
      clearTimeout(patience)
    }
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

const within = (tag: string, xml: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ''
/** Returns the error code in an answer of the store. */
const codeIn = (xml: string) => within('Code', xml).slice(0, 60)
