import type { PageAddresses } from '@samudra/contract/addresses'
import type { WireMode } from '@samudra/contract/wire/hello'
import type { FastifyInstance } from 'fastify'
import type { ConfiguredFeed } from '../rooms/picture/feeds/feed-url.ts'
import type { CallOptions } from '../rooms/team/calls/call-options.ts'
import type { MailOptions } from '../rooms/team/mail/transport/mail-options.ts'
import type { PasswordCost } from '../rooms/centre/identity/passwords.ts'
import type { ReachAllowed } from './kernel/http/allowed-addresses.ts'
import type { Beat } from './kernel/cluster/beats.ts'
import type { FileStore } from './kernel/files/file-store.ts'
import type { Handled } from './kernel/http/handle.ts'
import type { Keys } from './kernel/http/keys.ts'
import type { Lease } from './kernel/cluster/lease.ts'
import type { CallLimits, Origins } from './kernel/http/limits.ts'
import type { Log, LogLevel } from './kernel/text/log.ts'
import type { Others } from './kernel/cluster/others.ts'
import type { Presence } from './kernel/cluster/presence.ts'
import type { Readers } from './kernel/files/readers.ts'
import type { Send } from './kernel/http/send.ts'
import type { Tls, TlsSource } from './kernel/http/tls.ts'
import type { UpstreamLayer } from './kernel/http/upstream-tiles.ts'
import type { Uses } from './kernel/objects/references.ts'
import type { Wire } from './kernel/http/wire.ts'
import type { Bus } from './needs/bus.ts'
import type { Clock } from './needs/clock.ts'
import type { Database, Db } from './needs/database.ts'
import type { Files } from './needs/files.ts'
import type { JobKind, Jobs } from './needs/jobs.ts'
import type { SamudraBus, SamudraQueries } from '../sea/topics.ts'

/** Configuration of an installation by the person who starts it. */
export type Assembly = {
  database: Database
  /** Bus to the other processes. */
  processes: Bus
  log: Log
  clock?: Clock
  feeds: ConfiguredFeed[]
  adminPassword: string | undefined
  /** Cost of a password hash; the recommended one when undefined. */
  passwordCost?: PasswordCost | undefined
  keys: Keys
  envelope: WireMode
  /** Key and certificate in PEM; null for plain HTTP. */
  tls: Tls | null
  /** Where a renewed certificate is found. */
  tlsSource?: TlsSource | undefined
  /** Origins of pages beside our own that may call, and proxies that are believed. */
  origins?: string[]
  trustProxy?: string[]
  callLimits?: CallLimits
  /** The program that reads files, where it is not beside the server. */
  readerProgram?: string
  /** Folder of the built screens; null when another server serves them. */
  screensFolder: string | null
  archivesFolder: string
  cacheFolder: string
  /** Storage of file bytes. */
  files: Files
  upstream: UpstreamLayer[]
  releaseNotesFolder?: string
  /** Version of the product, as in package.json. */
  version?: string
  ntpServer?: string | null
  /** Where feeds of administrators may call and read. */
  feedReach?: ReachAllowed
  /** True when programs of outside may log in to the chat. */
  chatClients?: boolean
  /** Chat server of another vendor that stands in place of the own one. */
  chatRemote?: RemoteChatOptions | undefined
  /** Ways of mail in and out; between users of this installation alone when undefined. */
  mail?: MailOptions
  /** Servers that connect participants of calls; none when undefined. */
  calls?: CallOptions
  /** Addresses that pages use in place of their own origin. */
  addresses?: PageAddresses | undefined
  /** Where weather comes from; nothing is fetched when undefined. */
  weather?: string | undefined
  isWeatherSimulated?: boolean
}

/** Address of a chat server, and a token of an administrator there; null when users link their accounts themselves. */
export type RemoteChatOptions = { url: string; adminToken: string | null }

/** Services that every room is opened with. */
export type Ground = {
  assembly: Assembly
  db: Db
  clock: Clock
  log: Log & { level: LogLevel }
  bus: SamudraBus
  /** Queries between rooms. */
  queries: SamudraQueries
  /** Bus between the processes of this installation; `isShared` is false with one process. */
  processes: Bus
  /** The other processes, as far as they change what is held of the database. */
  others: Others
  /** Lease that decides which process has the feeds: it judges, stores and publishes their data. */
  lease: Lease
  /** Pushes to open screens; the room that has the socket receives it. */
  send: Send
  /** Users with open screens. */
  presence: Presence
  /** References between objects: requested by the room that owns an object, answered by rooms that use it. */
  uses: Uses
  /** Work in the background and by the clock; a room declares its kinds as it opens. */
  jobs: Jobs
  /** Files that people bring, and what is written for them. */
  files: FileStore
  /** Reads files of others in processes of their own. */
  readers: Readers
  http: FastifyInstance
  origins: Origins
  wire: Wire
}

/**
 * A room once it is open: the operations it answers, the jobs it does, what other rooms may ask of it, and what it does
 * from start to stop.
 */
export type Opened<Door> = {
  ops?: Handled[]
  /** Kinds of jobs it does. */
  jobs?: JobKind[]
  /** Repeated work of this process, from after its start to before its stop. */
  beats?: Beat[]
  door: Door
  start?: () => Promise<void>
  /** Ends what the room began and brings what it holds to rest; called in reverse order of start. */
  stop?: () => Promise<void>
}

/** A room as others name it. */
export type AnyRoom = {
  readonly name: string
  readonly uses: Readonly<Record<string, AnyRoom>>
  open(ground: Ground, doors: never): Promise<Opened<unknown>>
}
/** Interface that a room offers to others. */
export type RoomInterface<Room extends AnyRoom> = Awaited<ReturnType<Room['open']>>['door']

/**
 * Declares a room: its name, the rooms it uses, and how it opens with their doors. A door that is not declared is not
 * there, and rooms that would need each other are circles of imports, which a rule finds.
 */
export const room = <const Uses extends Readonly<Record<string, AnyRoom>>, Door>(declared: {
  name: string
  uses: Uses
  open(ground: Ground, doors: { [Name in keyof Uses]: RoomInterface<Uses[Name]> }): Promise<Opened<Door>>
}) => declared
