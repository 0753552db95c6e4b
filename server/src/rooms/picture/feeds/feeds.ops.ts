import {
  addFeed,
  deleteFeed,
  getFeedHistory,
  getFeeds,
  testFeed,
  tryFeed,
  updateFeed,
  type Feed,
  type FeedReport,
} from '@samudra/contract/feeds'
import { OperationError, sentenceOf } from '../../../platform/kernel/http/errors.ts'
import { pageOf } from '../../../platform/kernel/http/pages.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import { underway } from '../../../platform/kernel/http/underway.ts'
import { bringsAircraft } from './reading/aircraft-line.ts'
import { hostAndPort, type Site } from './reading/connector.ts'
import { checkOptions } from './feed-options.ts'
import type { RunningFeed } from './feed.ts'
import type { FeedRow } from './feeds.sql.ts'
import type { FeedManager, FeedOrder } from './manager.ts'
import type { Reach } from '../../../platform/kernel/http/allowed-addresses.ts'
import type { SourcesInterface } from '../sources/room.ts'
import { statesOf } from './feed-states.sql.ts'
import { feedState } from './status.ts'
import { receivedFrom, tried } from './test-feed.ts'
import type { FeedsState } from './several/remote-feed-states.ts'

type Needs = {
  manager: FeedManager
  sources: SourcesInterface
  clock: Clock
  db: Db
  reach: Reach
  site: Site
  /** Feed state as known by the process that owns the feeds; null if this process owns them. */
  elsewhere: () => FeedsState | null
}

export const feedOps = (needs: Needs): Handled[] =>
  [list, add, update, remove, test, attempt, history].map((make) => make(needs))

const presentFeed = (row: FeedRow, sources: SourcesInterface): Feed => ({
  id: row.id,
  version: row.version,
  enabled: row.enabled,
  name: row.name,
  kind: row.kind,
  address: row.address,
  source: sources.sourceCode(row.source_id),
  priority: row.priority,
  trust: row.trust,
  expected_interval_s: row.expected_interval_s,
  options: row.options,
  stations: [...row.stations],
  has_secret: row.secret !== null,
  origin: row.origin,
})

const list = ({ manager, sources, clock, elsewhere }: Needs) =>
  handle(getFeeds, async ({ input }) => {
    const page = pageOf(manager.feeds(), input, clock.now())
    const states = elsewhere()?.feeds
    const report = (feed: RunningFeed): FeedReport => ({
      ...presentFeed(feed.row, sources),
      ...(states?.[feed.row.id] ?? feedState(feed, clock.now())),
    })
    return { ...page, items: page.items.map(report) }
  })

const add = ({ manager, sources, reach }: Needs) =>
  handle(addFeed, async ({ input, record }) => {
    const order: FeedOrder = {
      ...input,
      source: input.source.toUpperCase(),
      expectedIntervalS: input.expected_interval_s,
      stations: input.stations ?? [],
      secret: input.secret ?? null,
      enabled: input.enabled ?? true,
    }
    checkName(order.name, manager)
    checkStations(order)
    await checkAddress(order, reach)
    const added = presentFeed(await manager.add(order), sources)
    record({ objectType: 'feed', objectId: added.id, after: added })
    return added
  })

const update = ({ manager, sources, reach }: Needs) =>
  handle(updateFeed, async ({ input, record }) => {
    record({ objectType: 'feed', objectId: input.id })
    const { row } = editable(manager, input.id)
    const order: FeedOrder = {
      name: input.name ?? row.name,
      kind: input.kind ?? row.kind,
      address: input.address ?? row.address,
      source: input.source?.toUpperCase() ?? sources.sourceCode(row.source_id),
      priority: input.priority ?? row.priority,
      trust: input.trust ?? row.trust,
      expectedIntervalS: input.expected_interval_s ?? row.expected_interval_s,
      options: input.options ?? row.options,
      stations: input.stations ?? row.stations,
      secret: input.secret === undefined ? row.secret : input.secret === '' ? null : input.secret,
      enabled: input.enabled ?? row.enabled,
    }
    checkName(order.name, manager, input.id)
    checkStations(order)
    await checkAddress(order, reach)
    if (input.secret === undefined && row.secret !== null && !isSameTarget(order, row)) throw keyIsMissing()
    record({ before: presentFeed(row, sources) })
    const changed = await manager.change(input.id, input.expected_version, order)
    if (changed === undefined)
      throw new OperationError(
        'VERSION_CONFLICT',
        'Another user changed this feed. Reload it and try again.',
        {
          data: presentFeed(row, sources),
        },
      )
    record({ after: presentFeed(changed, sources) })
    return presentFeed(changed, sources)
  })

/** A key goes where it was meant for: kind, address and how the other side is known decide that. */
const isSameTarget = (order: FeedOrder, row: FeedRow) =>
  order.kind === row.kind &&
  order.address === row.address &&
  order.options['tls'] === row.options['tls'] &&
  order.options['server'] === row.options['server']

function keyIsMissing() {
  const why = 'The stored key belongs to another address. Enter the key for this address, or leave it empty.'
  return new OperationError('VALIDATION', why, { fields: [{ field: 'secret', why }] })
}

const remove = ({ manager, sources }: Needs) =>
  handle(deleteFeed, async ({ input, record }) => {
    record({ objectType: 'feed', objectId: input.id })
    record({ before: presentFeed(editable(manager, input.id).row, sources) })
    await manager.remove(input.id)
    return { id: input.id }
  })

const test = ({ manager, elsewhere }: Needs) =>
  handle(testFeed, async ({ input: { id, seconds }, record }) => {
    record({ objectType: 'feed', objectId: id })
    const feed = manager.get(id)
    if (feed === undefined) throw gone()
    if (elsewhere() !== null)
      throw new OperationError('UNAVAILABLE', 'Another server runs the feeds. Test the feed there.')
    if (!feed.row.enabled) throw new OperationError('FEED_DOWN', 'This feed is paused. Resume it first.')
    return receivedFrom(feed, seconds, underway.signal)
  })

const attempt = ({ clock, reach, site }: Needs) =>
  handle(tryFeed, async ({ input: { seconds, secret = null, ...reported }, record }) => {
    const { kind, address, options } = reported
    record({ objectType: 'feed', after: reported })
    await checkAddress(reported, reach)
    const row = { ...NOT_STORED, kind, address, options, secret }
    return tried(row, { clock, site }, seconds, underway.signal)
  })

const NOW = new Date(0)
/** Placeholder values of an unsaved feed for fields that are decided on saving. */
const NOT_STORED = {
  id: '',
  number: 0,
  version: 0,
  name: '',
  source_id: 0,
  priority: 100,
  trust: 0,
  expected_interval_s: 10,
  stations: [],
  enabled: true,
  origin: 'operator' as const,
  created_at: NOW,
  updated_at: NOW,
  deleted_at: null,
}

const MOST_CHANGES = 500
const history = ({ manager, db }: Needs) =>
  handle(getFeedHistory, async ({ input: { id } }) => {
    const feed = manager.get(id)
    if (feed === undefined) throw gone()
    const changes = await statesOf(db, feed.row.number, MOST_CHANGES)
    return changes.map(({ at, state, why }) => ({ at: at.toISOString(), state, why }))
  })

const gone = () => new OperationError('NOT_FOUND', 'This feed no longer exists.')

/** A feed an operator may change; those of the command line are changed there. */
function editable(manager: FeedManager, id: string): RunningFeed {
  const feed = manager.get(id)
  if (feed === undefined) throw gone()
  if (feed.row.origin === 'config')
    throw new OperationError(
      'FORBIDDEN',
      'This feed is set on the command line. Change it there and restart.',
    )
  return feed
}

/** Throws VALIDATION if another feed has the name, because screens show feeds by name. */
function checkName(name: string, manager: FeedManager, id?: string) {
  if (!manager.feeds().some(({ row }) => row.name === name && row.id !== id)) return
  const why = `another feed has the name "${name}". Choose another name`
  throw new OperationError('VALIDATION', `Check the name: ${why}.`, { fields: [{ field: 'name', why }] })
}

/** Rules ask how far ships are from stations, and no aircraft is a ship. */
function checkStations({ kind, stations }: FeedOrder) {
  if (stations.length === 0 || !bringsAircraft(kind)) return
  const why = `${kind} receives aircraft, which have no stations. Remove the stations`
  throw new OperationError('VALIDATION', `Check the stations: ${why}.`, {
    fields: [{ field: 'stations', why }],
  })
}

/** Kinds that call a host and a port; the others with such an address listen there. */
const CALLS = new Set<FeedOrder['kind']>(['nmea-tcp', 'sbs-tcp', 'beast-tcp', 'avr-tcp'])
/** Kinds whose address begins with a scheme. */
const SCHEMES: Partial<Record<FeedOrder['kind'], RegExp>> = {
  mqtt: /^(mqtts?|wss?):\/\/./,
  aisstream: /^(wss?:\/\/.+)?$/,
  'aircraft-json': /^https?:\/\/./,
}

async function checkAddress(
  { kind, address, options }: Pick<FeedOrder, 'kind' | 'address' | 'options'>,
  reach: Reach,
) {
  const refuse = (why: string, field = 'address') =>
    new OperationError('VALIDATION', why, { fields: [{ field, why }] })
  try {
    checkOptions(kind, options)
  } catch (error) {
    throw refuse(sentenceOf(error), 'options')
  }
  if (kind === 'nmea-stdin') throw refuse('Standard input can only be given with --feed at the start.')
  if (kind === 'nmea-file') {
    if (address === '') throw refuse('Enter the path of the file on the server.')
    await reach.file(address).catch((error: unknown) => {
      throw refuse(sentenceOf(error))
    })
    return
  }
  const schemes = SCHEMES[kind]
  if (schemes !== undefined) {
    if (!schemes.test(address) || (address !== '' && !URL.canParse(address)))
      throw refuse(`"${address}" is not a valid address for this kind. Begin with its scheme.`)
    const why = address === '' ? null : reach.refuses(new URL(address).hostname)
    if (why !== null) throw refuse(why)
    return
  }
  try {
    const { host } = hostAndPort(address, '127.0.0.1')
    const why = CALLS.has(kind) ? reach.refuses(host) : null
    if (why !== null) throw new Error(why)
  } catch (error) {
    throw refuse(sentenceOf(error))
  }
}
