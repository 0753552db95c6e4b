import { FEED_KINDS, type FeedKind, type FeedStation } from '@samudra/contract/feeds'
import { StartFailure, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { hostAndPort } from './reading/connector.ts'
import { checkOptions } from './feed-options.ts'

export type ConfiguredFeed = {
  name: string
  kind: FeedKind
  address: string
  source: string
  priority: number
  trust: number
  expectedIntervalS: number
  options: Record<string, string | number | boolean>
  stations: readonly FeedStation[]
  secret: string | null
}

const EXAMPLE = 'for example nmea-tcp://10.0.0.5:5631?source=COASTAL&priority=2'
/** Parameters that are fields of the feed; the others are options of its kind. */
const FIELDS = new Set(['name', 'source', 'priority', 'trust', 'interval', 'secret_env'])

/**
 * Reads `KIND://ADDRESS?source=…&priority=…`: `nmea-tcp://host:port`, `nmea-tcp-server://:10110`,
 * `nmea-udp://:10110`, `nmea-stdin://`, `nmea-file:///path?speed=10&loop=true`, `aiscatcher-http://:8100`,
 * `aiscatcher-udp://:8101`, `aisstream://?secret_env=AISSTREAM_KEY`, `mqtt://host:1883?topic=ais/%23`; of aircraft:
 * `sbs-tcp://host:30003`, `sbs-tcp-server://:30003`, `beast-tcp://host:30005`, `avr-tcp://host:30002`,
 * `aircraft-json://host:8080/data/aircraft.json?tls=true`. A key never stands in it: `secret_env` names the environment
 * variable that holds it.
 */
export function readFeedUrl(text: string, environment: Record<string, string | undefined>): ConfiguredFeed {
  const found = /^([a-z-]+):\/\/([^?]*)(?:\?(.*))?$/s.exec(text.trim())
  const kind = FEED_KINDS.find((one) => one === found?.[1])
  if (found === null || kind === undefined)
    throw new StartFailure(`--feed ${text} is not a feed. Kinds: ${FEED_KINDS.join(', ')}; ${EXAMPLE}`)
  const given = new URLSearchParams(found[3] ?? '')
  const twice = [...given.keys()].find((name, i, names) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new StartFailure(`--feed ${text}: ${twice} is given twice. Give it once.`)
  const options = Object.fromEntries(
    [...given].filter(([name]) => !FIELDS.has(name)).map(([name, value]) => [name, scalar(value)]),
  )
  check(text, kind, found[2]!, options)
  const number = (name: string, fallback: number, least: number, most: number) => {
    const value = given.has(name) ? Number(given.get(name)) : fallback
    if (!(value >= least && value <= most))
      throw new StartFailure(`--feed ${text}: ${name} must be a number from ${least} to ${most}.`)
    return value
  }
  return {
    name: given.get('name') ?? `${kind} ${found[2]}`.trim(),
    kind,
    address:
      kind === 'mqtt'
        ? `${given.get('tls') === 'true' ? 'mqtts' : 'mqtt'}://${found[2]}`
        : kind === 'aisstream' && found[2] !== ''
          ? `wss://${found[2]}`
          : kind === 'aircraft-json'
            ? `${given.get('tls') === 'true' ? 'https' : 'http'}://${found[2]}`
            : found[2]!,
    source: (given.get('source') ?? 'FEED').toUpperCase(),
    priority: number('priority', 10, 1, 100),
    trust: number('trust', 0.5, 0, 1),
    expectedIntervalS: number('interval', 10, 0.1, 86_400),
    options,
    stations: [],
    secret: secretOf(text, given.get('secret_env'), environment),
  }
}

/** Kinds whose address is a host and a port. */
const ON_A_PORT: FeedKind[] = [
  'nmea-tcp',
  'nmea-tcp-server',
  'nmea-udp',
  'aiscatcher-http',
  'aiscatcher-udp',
  'sbs-tcp',
  'sbs-tcp-server',
  'beast-tcp',
  'avr-tcp',
]

function check(text: string, kind: FeedKind, address: string, options: ConfiguredFeed['options']) {
  try {
    if (ON_A_PORT.includes(kind)) hostAndPort(address, '127.0.0.1')
    checkOptions(kind, options)
  } catch (error) {
    throw new StartFailure(`--feed ${text}: ${sentenceOf(error)}`)
  }
}

function secretOf(
  text: string,
  name: string | null,
  environment: Record<string, string | undefined>,
): string | null {
  if (name === null) return null
  const secret = environment[name]
  if (secret === undefined || secret === '')
    throw new StartFailure(`--feed ${text}: the environment variable ${name} is not set.`)
  return secret
}

function scalar(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}
