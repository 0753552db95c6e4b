/**
 * One operation from the command line, the way a screen calls it: hello, login, the sealed call, logout.
 * `call --url URL --user NAME OPERATION ['JSON']`, the password in CALL_PASSWORD. Prints Status, Data and Message as JSON;
 * exit code 1 on Status false.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { OPERATIONS } from '../src/operations.ts'
import { WireClient, type Outcome } from '../src/wire/client.ts'
import type { Envelope } from '../src/wire/envelope.ts'

const HELP = `npm run -s call -- --url URL --user NAME OPERATION ['JSON']

  --url URL       where the server is (http://localhost:8080)
  --user NAME     who calls; the password is read from CALL_PASSWORD. Without it only public operations can be called
  --otp CODE      a code of the second factor, where one is set up
  --file FILE     the bytes of an upload
  --out FILE      where the bytes of a download go (standard error says how many when not given)
  --list          every operation with its method, path and who may call it
  --insecure      accept a self-signed certificate (a server started with --tls)
`

class Wrong extends Error {}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string', default: process.env['CALL_URL'] ?? 'http://localhost:8080' },
        user: { type: 'string' },
        otp: { type: 'string' },
        file: { type: 'string' },
        out: { type: 'string' },
        list: { type: 'boolean' },
        insecure: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new Wrong(`${(error as Error).message.split('.')[0]}.\n\n${HELP}`)
  }
}

function envelopeOf(outcome: Outcome): Envelope<unknown> {
  switch (outcome.kind) {
    case 'answered':
      return outcome.envelope
    case 'insecure':
    case 'rewired':
    case 'unreachable':
      throw new Wrong('The server cannot be reached, or does not speak the sealed wire. Is --url right?')
  }
}

function inputOf(text: string | undefined): object {
  try {
    const value: unknown = text === undefined ? {} : JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Reported below.
  }
  throw new Wrong(`The input must be a JSON object, for example '{"mmsi":"419000001"}'; this is not: ${text}`)
}

async function run(): Promise<number> {
  const { values, positionals } = readArguments()
  const print = (text: string) => process.stdout.write(`${text}\n`)
  if (values.list === true) {
    for (const op of OPERATIONS.values())
      print(`${op.name.padEnd(34)} ${op.method.padEnd(6)} ${op.path}  ${op.who}`)
    return 0
  }
  const [name, json] = positionals
  if (values.help === true || name === undefined) {
    print(HELP)
    return values.help === true ? 0 : 2
  }
  const op = OPERATIONS.get(name)
  if (op === undefined) throw new Wrong(`There is no operation ${name}; --list shows all.`)
  const input = inputOf(json)
  if (values.insecure === true) process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  const client = new WireClient({ base: new URL(values.url).origin })
  if (values.user !== undefined) {
    const refusal = await logIn(client, values.user, values.otp)
    if (refusal !== null) {
      print(JSON.stringify(shown(refusal), null, 2))
      return 1
    }
  }
  const bytes = values.file === undefined ? [] : [readFileSync(values.file)]
  const outcome = await client.call({ op, input, bytes })
  const envelope = envelopeOf(outcome)
  print(JSON.stringify(shown(envelope), null, 2))
  if (outcome.kind === 'answered' && outcome.bytes !== null) {
    if (values.out === undefined)
      process.stderr.write(`${outcome.bytes.length} bytes; --out FILE keeps them\n`)
    else writeFileSync(values.out, outcome.bytes)
  }
  if (values.user !== undefined && name !== 'logout')
    await client.call({ op: OPERATIONS.get('logout')!, input: {} })
  return envelope.Status ? 0 : 1
}

/** Logs in; the refusal when that fails. */
async function logIn(client: WireClient, username: string, otp: string | undefined) {
  const password = process.env['CALL_PASSWORD']
  if (password === undefined)
    throw new Wrong('Give the password in the environment: CALL_PASSWORD=… npm run -s call …')
  const input = { username, password, device_name: 'command line', ...(otp === undefined ? {} : { otp }) }
  const envelope = envelopeOf(await client.call({ op: OPERATIONS.get('login')!, input }))
  if (!envelope.Status) return envelope
  client.token = (envelope.Data as { token: string }).token
  return null
}

/** The answer as it came, in the order of the specification. */
const shown = (envelope: Envelope<unknown>) => ({
  Status: envelope.Status,
  Data: envelope.Data,
  Message: envelope.Message,
  ...(envelope.Status ? {} : { Code: envelope.Code, fields: envelope.fields }),
  RequestId: envelope.RequestId,
})

run().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Wrong ? error.message : String((error as Error).stack)}\n`)
    process.exitCode = 2
  },
)
