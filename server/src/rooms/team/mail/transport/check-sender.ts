import { Readable } from 'node:stream'
import type { AuthenticationVerdict } from '@samudra/contract/mail'
import { authenticate } from 'mailauth'

/** Connection that a message came over. */
export type Arrival = {
  ip: string
  /** Name that the other server gave. */
  helo: string
  /** Address of the envelope; empty of reports. */
  sender: string
}
/** Answers a query of the DNS like `dns.promises.resolve`. */
export type Resolver = (name: string, type: string) => Promise<string[] | string[][]>

const NOT_CHECKED: AuthenticationVerdict = {
  spf: 'none',
  dkim: 'none',
  dmarc: 'none',
  domain: '',
  comment: 'The sender could not be checked.',
}
/** Time for all queries of one message. */
const PATIENCE_MS = 10_000

/**
 * Checks the sender of a message by SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489). Never fails: what cannot be
 * checked counts as `temperror` or `none`.
 */
export async function checkSender(
  raw: AsyncIterable<Uint8Array>,
  { ip, helo, sender }: Arrival,
  { mta, resolver }: { mta: string; resolver?: Resolver | undefined },
): Promise<AuthenticationVerdict> {
  const checking = authenticate(Readable.from(raw, { objectMode: false }), {
    ip,
    helo,
    sender,
    mta,
    ...(resolver !== undefined && { resolver }),
    disableArc: true,
    disableBimi: true,
  }).then(
    ({ spf, dkim, dmarc }) => {
      const signatures = dkim.results.map(({ status }) => status.result)
      const domain = dmarc === false ? dkim.headerFrom[0]?.split('@')[1] : dmarc.domain
      return {
        spf: resultOf(spf === false ? undefined : spf.status.result),
        dkim: resultOf(signatures.includes('pass') ? 'pass' : signatures[0]),
        dmarc: resultOf(dmarc === false ? undefined : dmarc.status.result),
        domain: domain ?? '',
        comment: spf === false ? '' : (spf.status.comment ?? ''),
      }
    },
    () => NOT_CHECKED,
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<AuthenticationVerdict>((resolve) => {
    timer = setTimeout(() => resolve({ ...NOT_CHECKED, spf: 'temperror', dmarc: 'temperror' }), PATIENCE_MS)
  })
  return Promise.race([checking, late]).finally(() => clearTimeout(timer))
}

const RESULTS = ['pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror', 'policy'] as const
const resultOf = (text: string | undefined) => RESULTS.find((one) => one === text) ?? 'none'
