import type { PageAddresses } from '@samudra/contract/addresses'
import { WIRE_MODES, type WireMode } from '@samudra/contract/wire/hello'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { CHAT_OPTIONS, chatRemoteIn, pageAddressesIn } from './chat-config.ts'
import { CALL_OPTIONS, callOptionsIn } from './calls-config.ts'
import { MAIL_OPTIONS, mailOptionsIn } from './mail-config.ts'
import type { RemoteChatOptions } from './platform/ground.ts'
import { readFilesPlace } from './files-place.ts'
import type { CallOptions } from './rooms/team/calls/call-options.ts'
import type { MailOptions } from './rooms/team/mail/transport/mail-options.ts'
import { readFeedUrl, type ConfiguredFeed } from './rooms/picture/feeds/feed-url.ts'
import type { ReachAllowed } from './platform/kernel/http/allowed-addresses.ts'
import { StartFailure, sentenceOf } from './platform/kernel/http/errors.ts'
import type { TlsSource } from './platform/kernel/http/tls.ts'
import type { FilesPlace } from './platform/needs/files.ts'

export type Config = {
  port: number
  host: string
  dataFolder: string
  databaseUrl: string | undefined
  /**
   * Address of the Redis through which several servers over one database exchange messages; undefined for a single
   * server.
   */
  redisUrl: string | undefined
  files: FilesPlace
  feeds: ConfiguredFeed[]
  /** Name of a scenario of the simulated sea, null for none. */
  sim: { scenario: string; seed: number; speed: number } | null
  adminPassword: string | undefined
  baseLayersFile: string | undefined
  /**
   * Weather model: `gfs`, or a template of a GRIB2 server or of a tile server; null for none, undefined when not set.
   */
  weather: string | null | undefined
  /** Mode in which calls are sealed. */
  envelope: WireMode
  /** Null for plain HTTP. */
  tls: TlsSource | null
  /** Origins of pages beside our own that may call. */
  origins: string[]
  /** Addresses and networks of proxies that say whom they speak for. */
  trustProxy: string[]
  ntpServer: string | null
  /** True when programs of outside may log in to the chat. */
  chatClients: boolean
  /** Chat server of another vendor; undefined for the own one. */
  chatRemote: RemoteChatOptions | undefined
  /** Addresses that pages use; undefined when all are their own origin. */
  addresses: PageAddresses | undefined
  /** Ways of mail in and out. */
  mail: MailOptions
  /** Servers that connect participants of calls. */
  calls: CallOptions
  feedReach: ReachAllowed
  runAs: string | undefined
  /** The installation's key in base64; a file in the data folder holds it when not given. */
  key: string | undefined
}

/** Every option: its name on the command line, in the environment, and what it does. */
const OPTIONS = [
  ['port', 'PORT', 'PORT', 'port for browsers (8080)'],
  ['host', 'HOST', 'HOST', 'address to listen on (0.0.0.0, every interface)'],
  ['data', 'DATA_DIR', 'DIR', 'folder for the embedded database and caches (./data)'],
  [
    'database',
    'DATABASE_URL',
    'URL',
    'PostgreSQL 15 or later instead of the embedded database: postgres://user:password@host/name',
  ],
  [
    'redis',
    'REDIS_URL',
    'URL',
    'Redis 7 or later, which joins several servers over one --database: redis://:password@host:6379',
  ],
  [
    'files',
    'FILES',
    'PLACE',
    'where files are stored: a folder that servers share, or s3://bucket/name?endpoint=https://…&region=… (files in the data folder)',
  ],
  [
    'feed',
    'FEEDS',
    'KIND://…',
    'a feed, repeatable (in FEEDS separated by blanks): nmea-tcp://host:port?source=CODE&priority=1',
  ],
  [
    'feed-hosts',
    'FEED_HOSTS',
    'ADDRESS,…',
    'addresses or networks of this machine or the database that feeds may connect to (none)',
  ],
  [
    'feed-folders',
    'FEED_FOLDERS',
    'DIR,…',
    'folders with recordings for file feeds (feeds in the data folder)',
  ],
  [
    'sim',
    'SIM',
    'SCENARIO',
    'the simulated sea: default, chokepoint, quiet, load-20k, … or none (default when no feed is given)',
  ],
  ['sim-seed', 'SIM_SEED', 'NUMBER', 'seed of the simulated sea (1)'],
  ['sim-speed', 'SIM_SPEED', 'FACTOR', 'speed of the simulated sea (1)'],
  [
    'admin-password',
    'ADMIN_PASSWORD',
    'TEXT',
    'password of the administrator on the first start (random if not given); an option is visible in the process list of this machine',
  ],
  ['admin-password-file', 'ADMIN_PASSWORD_FILE', 'FILE', 'the same, from the first line of a file'],
  [
    'envelope',
    'ENVELOPE',
    'MODE',
    'sealing of calls: required, optional (also accepts unsealed calls) or off (required)',
  ],
  ['tls', 'TLS', '', 'https with a self-signed certificate, stored in the data folder'],
  ['tls-cert', 'TLS_CERT', 'FILE', 'https with this certificate (PEM, with its chain)'],
  ['tls-key', 'TLS_KEY', 'FILE', 'the key of --tls-cert (PEM, without a passphrase)'],
  [
    'origins',
    'ORIGINS',
    'URL,…',
    'other page addresses that may call the server, like https://samudra.example',
  ],
  [
    'trust-proxy',
    'TRUST_PROXY',
    'ADDRESS,…',
    'address or network of the reverse proxy whose X-Forwarded-… headers are trusted',
  ],
  ['ntp', 'NTP_SERVER', 'HOST', 'time server to compare the clock with (none)'],
  [
    'weather',
    'WEATHER',
    'PROVIDER',
    'gfs, or the address of a GRIB2 server with {date}, {run} and {hour}, or of a tile server with {layer}, {z}, {x} and {y} (none)',
  ],
  ...CHAT_OPTIONS,
  [
    'chat-clients',
    'CHAT_CLIENTS',
    'on|off',
    'allow external programs, like those of Mattermost, to log in to the chat: on or off (off)',
  ],
  ...MAIL_OPTIONS,
  ...CALL_OPTIONS,
  ['base-layers', 'BASE_LAYERS_FILE', 'FILE', 'JSON list of tile servers for WORLD IMAGERY, DARK or BRIGHT'],
] as const
type OptionName = (typeof OPTIONS)[number][0]

export const HELP = `Samudra: maritime situational awareness

  npm start -- [options]
  npm run backup FILE [-- options]      everything into one file
  npm run restore FILE [-- options]     the file into an empty database
  npm run reset-administrator NAME      a new temporary password, shown once; no lock, no second factor

Options, each also as an environment variable:
${OPTIONS.map(([name, variable, value, what]) => `  --${`${name} ${value}`.padEnd(24)} ${variable.padEnd(16)} ${what}`).join('\n')}
  --${'help'.padEnd(24)} ${''.padEnd(16)} this text

Kinds of feed: nmea-tcp, nmea-tcp-server, nmea-udp, nmea-stdin, nmea-file, aiscatcher-http, aiscatcher-udp, aisstream, mqtt;
of aircraft: sbs-tcp, sbs-tcp-server, beast-tcp, avr-tcp, aircraft-json.
Parameters of a feed: name, source, priority (1 is best), trust (0-1), interval (seconds), secret_env (variable that
holds its key), time=received (ignore the times in a recording), checksum=mark, speed and loop (nmea-file), topic (mqtt), tls=true (mqtt,
aircraft-json), bbox (aisstream), lat and lon of the receiver (beast-tcp, avr-tcp), every (aircraft-json, seconds).
`

/** Reads arguments and environment; the argument wins. Null when only help is wanted. */
export function readConfig(
  args: string[],
  environment: Record<string, string | undefined>,
  folder: string,
): Config | null {
  const given = parse(args)
  if (given.help === true) return null
  const value = (name: OptionName): string | undefined => {
    const variable = OPTIONS.find((one) => one[0] === name)![1]
    const fromArgs = given[name]
    const text = Array.isArray(fromArgs) ? fromArgs.at(-1) : fromArgs
    return (typeof text === 'string' ? text : environment[variable]) || undefined
  }
  const feeds = feedsIn(given.feed, environment)
  const dataFolder = path.resolve(folder, value('data') ?? 'data')
  const database = databaseUrl(value('database'))
  const redisUrl = readRedisUrl(value('redis'), database)
  const scenario = value('sim') ?? (feeds.length === 0 ? 'default' : 'none')
  return {
    port: wholeNumber('--port', value('port') ?? '8080', 0, 65_535),
    host: value('host') ?? '0.0.0.0',
    dataFolder,
    databaseUrl: database,
    redisUrl,
    files: readFilesPlace(value('files'), environment, { dataFolder, folder, redisUrl }),
    feeds,
    sim:
      scenario === 'none'
        ? null
        : {
            scenario,
            seed: wholeNumber('--sim-seed', value('sim-seed') ?? '1', 0, 2 ** 31),
            speed: wholeNumber('--sim-speed', value('sim-speed') ?? '1', 1, 3600),
          },
    adminPassword: adminPassword(value('admin-password'), value('admin-password-file')),
    baseLayersFile: value('base-layers'),
    weather: readWeather(value('weather')),
    envelope: envelopeMode(value('envelope') ?? 'required'),
    tls: tlsSource(
      {
        own: given.tls === true || environment['TLS'] === 'true',
        cert: value('tls-cert'),
        key: value('tls-key'),
      },
      path.join(dataFolder, 'tls'),
    ),
    origins: listIn(value('origins')).map(originIn),
    trustProxy: listIn(value('trust-proxy')).map((one) => networkIn('--trust-proxy', one)),
    ntpServer: ntpServer(value('ntp')),
    chatClients: onOrOff('--chat-clients', value('chat-clients') ?? 'off'),
    chatRemote: chatRemoteIn(value),
    mail: mailOptionsIn(value),
    calls: callOptionsIn(value),
    addresses: pageAddressesIn(value),
    feedReach: feedReach(value, dataFolder, folder),
    runAs: environment['SAMUDRA_PG_RUN'],
    key: environment['SAMUDRA_KEY'],
  }
}

/** Reads the feeds that are named, each under a name of its own. */
function feedsIn(
  given: string[] | undefined,
  environment: Record<string, string | undefined>,
): ConfiguredFeed[] {
  const feeds = (given ?? environment['FEEDS']?.split(/\s+/).filter(Boolean) ?? []).map((text) =>
    readFeedUrl(text, environment),
  )
  const names = feeds.map((feed) => feed.name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined)
    throw new StartFailure(`Two feeds are called "${twice}"; give one another name with ?name=…`)
  return feeds
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...(Object.fromEntries(
          OPTIONS.filter(([name]) => name !== 'tls').map(([name]) => [
            name,
            { type: 'string', multiple: true },
          ]),
        ) as Record<Exclude<OptionName, 'tls'>, { type: 'string'; multiple: true }>),
        tls: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new StartFailure(`${sentenceOf(error).split('.')[0]}. npm start -- --help lists every option.`)
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least || number > most)
    throw new StartFailure(`${name} ${text} is not a whole number from ${least} to ${most}.`)
  return number
}

function onOrOff(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new StartFailure(`${name} ${text} must be on or off.`)
  return text === 'on'
}

function adminPassword(given: string | undefined, file: string | undefined): string | undefined {
  if (file === undefined) return given
  if (given !== undefined)
    throw new StartFailure('Give the administrator password once: in a file or as text.')
  try {
    const [line] = readFileSync(file, 'utf8').split(/\r?\n/)
    if (line !== undefined && line !== '') return line
  } catch (error) {
    throw new StartFailure(`--admin-password-file ${file} cannot be read: ${sentenceOf(error)}`)
  }
  throw new StartFailure(`--admin-password-file ${file} is empty. Write the password in its first line.`)
}

function envelopeMode(text: string): WireMode {
  const mode = WIRE_MODES.find((one) => one === text)
  if (mode === undefined)
    throw new StartFailure(`--envelope must be one of ${WIRE_MODES.join(', ')}, not ${text}.`)
  return mode
}

function tlsSource(
  given: { own: boolean; cert: string | undefined; key: string | undefined },
  folder: string,
): TlsSource | null {
  const { own, cert, key } = given
  if (cert === undefined && key === undefined) return own ? { kind: 'own', folder } : null
  if (cert === undefined || key === undefined)
    throw new StartFailure('--tls-cert and --tls-key go together; give both.')
  if (own) throw new StartFailure('Give either --tls or --tls-cert and --tls-key, not both.')
  return { kind: 'files', cert: path.resolve(cert), key: path.resolve(key) }
}

const listIn = (text: string | undefined): string[] =>
  (text ?? '').split(/[\s,]+/).filter((one) => one !== '')

function originIn(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new StartFailure(`--origins ${text} is not a page address like https://samudra.example.`)
  return new URL(text).origin
}

function networkIn(option: string, text: string): string {
  const [address, bits, more] = text.split('/') as [string, string | undefined, string | undefined]
  const most = isIP(address) === 6 ? 128 : 32
  const isNetwork = bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most)
  if (isIP(address) === 0 || !isNetwork || more !== undefined)
    throw new StartFailure(`${option} ${text} is not an address or a network like 10.0.0.0/8.`)
  return text
}

function feedReach(
  value: (name: OptionName) => string | undefined,
  dataFolder: string,
  folder: string,
): ReachAllowed {
  const url = databaseUrl(value('database'))
  const folders = listIn(value('feed-folders')).map((one) => path.resolve(folder, one))
  return {
    folders: folders.length === 0 ? [path.join(dataFolder, 'feeds')] : folders,
    hosts: listIn(value('feed-hosts')).map((one) => networkIn('--feed-hosts', one)),
    databaseHost: url === undefined ? null : new URL(url).hostname || null,
  }
}

function ntpServer(text: string | undefined): string | null {
  if (text === undefined) return null
  if (isIP(text) !== 0 || /^[a-z0-9.-]+(:\d{1,5})?$/i.test(text)) return text
  throw new StartFailure(`--ntp ${text} is not a host, or host:port.`)
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === 'embedded') return undefined
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new StartFailure('--database must be an address like postgres://user:password@host:5432/name.')
  return text
}

/** Its address may hold a password, so it is never repeated in the fault. */
function readRedisUrl(text: string | undefined, database: string | undefined): string | undefined {
  if (text === undefined || text === 'none') return undefined
  if (!URL.canParse(text) || !/^rediss?:$/.test(new URL(text).protocol) || new URL(text).hostname === '')
    throw new StartFailure('--redis must be an address like redis://:password@host:6379.')
  if (database === undefined)
    throw new StartFailure(
      '--redis is for several servers over one database. Add --database, or remove --redis.',
    )
  return text
}

/** Addresses may hold a key, so they are never repeated in the fault. */
function readWeather(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined
  if (text === 'none') return null
  const holds = (...parts: string[]) => parts.every((part) => text.includes(part))
  const isGrid = holds('{date}', '{run}', '{hour}')
  const isTiles = holds('{layer}', '{z}', '{x}', '{y}')
  if (text === 'gfs' || (/^https?:\/\//.test(text) && (isGrid || isTiles))) return text
  throw new StartFailure(
    '--weather must be gfs, or an http address with {date}, {run} and {hour}, or one with {layer}, {z}, {x} and {y}.',
  )
}
