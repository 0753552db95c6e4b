import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { Program } from './a-process.ts'
import { TestRedis } from './a-redis.ts'
import { aDatabase } from './a-database.ts'
import { logInAt, PASSWORD, Receiver } from './a-server.ts'

const KEY = Buffer.alloc(32, 9).toString('base64')
/** A program of the two, as operators start it. */
export type Started = { program: Program; base: string }

/** Two server programs over one database and one Redis, to be killed and started again. */
export class TwoServers {
  readonly database: Awaited<ReturnType<typeof aDatabase>>
  readonly redis: TestRedis
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'samudra-two-'))
  readonly #args: string[]
  readonly #programs = new Set<Program>()
  #started = 0

  private constructor(database: TwoServers['database'], redis: TestRedis, args: string[]) {
    this.database = database
    this.redis = redis
    this.#args = args
  }

  /** `args`: options of both beside those that make them two; feeds among them. */
  static async open(args: string[] = []): Promise<TwoServers> {
    const [database, redis] = await Promise.all([aDatabase(), TestRedis.start()])
    return new TwoServers(database, redis, args)
  }

  /** Starts another one. */
  async start(more: string[] = []): Promise<Started> {
    const data = path.join(this.#folder, String(++this.#started))
    const where = ['--port', '0', '--host', '127.0.0.1', '--data', data, '--sim', 'none']
    const files = path.join(this.#folder, 'files')
    const shared = ['--database', this.database.url, '--redis', this.redis.url, '--files', files]
    const program = new Program([...where, ...shared, '--admin-password', PASSWORD, ...this.#args, ...more], {
      SAMUDRA_KEY: KEY,
    })
    this.#programs.add(program)
    return { program, base: await program.ready() }
  }

  /** Ends one at once, as a crash of its machine does. */
  async kill({ program }: Started): Promise<void> {
    this.#programs.delete(program)
    await program.stop('SIGKILL')
  }

  logIn = ({ base }: Pick<Started, 'base'>, username = 'admin') => logInAt(base, username, PASSWORD)

  async close(): Promise<void> {
    await Promise.all([...this.#programs].map((program) => program.stop('SIGKILL')))
    await this.redis.stop()
    await this.database.drop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

export type TwoWithCoast = { two: TwoServers; receiver: Receiver; one: Started; other: Started }
/** Two for the tests of a block, of which `one` was started with a feed we send to; given to `take` once they are there. */
export function twoWithCoast(take: (all: TwoWithCoast) => void): void {
  let made: TwoWithCoast | undefined
  beforeAll(async () => {
    const [two, receiver] = [await TwoServers.open(['--feed-hosts', '127.0.0.1']), await Receiver.listen()]
    const one = await two.start([`--feed=nmea-tcp://127.0.0.1:${receiver.port}?name=COAST&source=COAST`])
    made = { two, receiver, one, other: await two.start() }
    take(made)
  })
  afterAll(async () => {
    await made?.two.close()
    await made?.receiver.close()
  })
}
