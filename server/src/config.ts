import { WIRE_MODES, type WireMode } from '@samudra/contract/wire/hello'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readFeedUrl, type ConfiguredFeed } from './feeds/feed-url.ts'
import { StartFailure, sentenceOf } from './kernel/errors.ts'

export type Config = {
  port: number
  host: string
  dataFolder: string
  databaseUrl: string | undefined
  feeds: ConfiguredFeed[]
  /** Name of a scenario of the simulated sea, null for none. */
  sim: { scenario: string; seed: number; speed: number } | null
  adminPassword: string | undefined
  baseLayersFile: string | undefined
  /** Whether calls are sealed. */
  envelope: WireMode
  runAs: string | undefined
  /** The installation's key in base64; a file in the data folder holds it when not given. */
  key: string | undefined
}

/** Every option: its name on the command line, in the environment, and what it does. */
const OPTIONS = [
  ['port', 'PORT', 'PORT', 'where browsers connect (8080)'],
  ['host', 'HOST', 'HOST', 'address to listen on (0.0.0.0, every interface)'],
  ['data', 'DATA_DIR', 'DIR', 'folder for the embedded database and caches (./data)'],
  [
    'database',
    'DATABASE_URL',
    'URL',
    'a PostgreSQL from 15 on instead of the embedded one: postgres://user:password@host/name',
  ],
  [
    'feed',
    'FEEDS',
    'KIND://…',
    'a feed, repeatable (in FEEDS separated by blanks): nmea-tcp://host:port?source=CODE&priority=1',
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
    'password of the administrator on the first start (random when not given)',
  ],
  [
    'envelope',
    'ENVELOPE',
    'MODE',
    'sealing of calls: required, optional (also takes calls in the clear) or off (required)',
  ],
  ['base-layers', 'BASE_LAYERS_FILE', 'FILE', 'JSON list of tile servers for WORLD IMAGERY, DARK or BRIGHT'],
] as const
type OptionName = (typeof OPTIONS)[number][0]

export const HELP = `Samudra: maritime situational awareness

  npm start -- [options]
  npm run backup FILE [-- options]      everything into one file
  npm run restore FILE [-- options]     the file into an empty database

Options, each also as an environment variable:
${OPTIONS.map(([name, variable, value, what]) => `  --${`${name} ${value}`.padEnd(24)} ${variable.padEnd(16)} ${what}`).join('\n')}
  --${'help'.padEnd(24)} ${''.padEnd(16)} this text

Kinds of feed: nmea-tcp, nmea-tcp-server, nmea-udp, nmea-stdin, nmea-file, aiscatcher-http, aiscatcher-udp, aisstream, mqtt.
Parameters of a feed: name, source, priority (1 is best), trust (0-1), interval (seconds), secret_env (variable that
holds its key), time=received (ignore the times in a recording), checksum=mark, speed and loop (nmea-file), topic and tls=true (mqtt),
bbox (aisstream).
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
  const feeds = (given.feed ?? environment['FEEDS']?.split(/\s+/).filter(Boolean) ?? []).map((text) =>
    readFeedUrl(text, environment),
  )
  const names = feeds.map((feed) => feed.name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined)
    throw new StartFailure(`Two feeds are called "${twice}"; give one another name with ?name=…`)
  const scenario = value('sim') ?? (feeds.length === 0 ? 'default' : 'none')
  return {
    port: wholeNumber('--port', value('port') ?? '8080', 0, 65_535),
    host: value('host') ?? '0.0.0.0',
    dataFolder: path.resolve(folder, value('data') ?? 'data'),
    databaseUrl: databaseUrl(value('database')),
    feeds,
    sim:
      scenario === 'none'
        ? null
        : {
            scenario,
            seed: wholeNumber('--sim-seed', value('sim-seed') ?? '1', 0, 2 ** 31),
            speed: wholeNumber('--sim-speed', value('sim-speed') ?? '1', 1, 3600),
          },
    adminPassword: value('admin-password'),
    baseLayersFile: value('base-layers'),
    envelope: envelopeMode(value('envelope') ?? 'required'),
    runAs: environment['SAMUDRA_PG_RUN'],
    key: environment['SAMUDRA_KEY'],
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        help: { type: 'boolean', short: 'h' },
        ...(Object.fromEntries(OPTIONS.map(([name]) => [name, { type: 'string', multiple: true }])) as Record<
          OptionName,
          { type: 'string'; multiple: true }
        >),
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

function envelopeMode(text: string): WireMode {
  const mode = WIRE_MODES.find((one) => one === text)
  if (mode === undefined) throw new StartFailure(`--envelope ${text} is none of ${WIRE_MODES.join(', ')}.`)
  return mode
}

function databaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === 'embedded') return undefined
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol))
    throw new StartFailure('--database must be an address like postgres://user:password@host:5432/name.')
  return text
}
