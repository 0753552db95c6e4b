import {
  fromBase64Url,
  masterOf,
  open,
  openStream,
  bytesOf,
  proofOf,
  rootOf,
  seal,
  sealStream,
  sha256,
  toBase64Url,
  type Bytes,
  type Exchange,
} from './seal.ts'

const count = (length: number, from: number): Bytes =>
  Uint8Array.from({ length }, (_, i) => (i * 7 + from) & 255)
const TOKEN = 'head.payload.signature'

/**
 * The fixed inputs of the published vectors: everything counted up from a number, so that another implementation can
 * make them without a file.
 */
const EXCHANGE = {
  method: 'POST',
  path: '/api/v2/ais/filter?of=vectors',
  user: '01J0|asha|2',
  timestamp: 1_770_000_000_000,
  sid: 'ticket',
  rid: count(16, 5),
}

/** Computes the results for the fixed inputs; seal-vectors.json holds the expected ones. */
export async function computeVectors(): Promise<Record<string, string>> {
  const tokenHash = await sha256(TOKEN)
  const master = await masterOf(
    { withStatic: count(32, 1), withEphemeral: count(32, 2) },
    { kid: 'k1', clientKey: count(65, 3), serverKey: count(65, 4) },
  )
  const root = await rootOf(master, tokenHash, EXCHANGE.user)
  const query: Exchange = { ...EXCHANGE, direction: 'C', tokenHash, status: 0 }
  const answered: Exchange = { ...query, direction: 'S', status: 200, timestamp: query.timestamp + 5 }
  const long = count(2_500_000, 6)
  const sealedLong = await seal(root, answered, long, 1)
  const streamed = await bytesOf(
    sealStream(root, answered, [long.subarray(0, 999_999), long.subarray(999_999)], 1),
  )
  const back = await open(root, answered, sealedLong)
  const streamedBack = await bytesOf((await openStream(root, answered, [streamed])).clear)
  return {
    tokenHash: toBase64Url(tokenHash),
    master: toBase64Url(master),
    proof: toBase64Url(await proofOf(root, { ...query, method: 'GET' })),
    empty: toBase64Url(await seal(root, query, new Uint8Array())),
    small: toBase64Url(await seal(root, query, new TextEncoder().encode('{"mmsi":"419000001"}'))),
    answer: toBase64Url(await seal(root, answered, new TextEncoder().encode('{"Status":true}'))),
    longSha256: toBase64Url(await sha256(sealedLong)),
    streamedSha256: toBase64Url(await sha256(streamed)),
    openedSha256: toBase64Url(await sha256(back.clear)),
    openedStreamSha256: toBase64Url(await sha256(streamedBack)),
    clearSha256: toBase64Url(await sha256(long)),
    base64: toBase64Url(fromBase64Url('-_8')),
  }
}
