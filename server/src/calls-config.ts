import { readFileSync } from 'node:fs'
import { sentenceOf, StartFailure } from './platform/kernel/http/errors.ts'
import type { CallOptions } from './rooms/team/calls/call-options.ts'

/** Options of calls: servers that connect participants in different networks. */
export const CALL_OPTIONS = [
  [
    'stun',
    'STUN',
    'URL,…',
    'STUN servers by which participants of calls learn their addresses: stun:stun.centre.example:3478 (none)',
  ],
  [
    'turn',
    'TURN',
    'URL,…',
    'TURN servers, like coturn with use-auth-secret, that relay calls between networks: turn:turn.centre.example:3478 (none)',
  ],
  ['turn-secret', 'TURN_SECRET', 'FILE', 'file with the secret that --turn shares with this server'],
] as const
type Value = (name: (typeof CALL_OPTIONS)[number][0]) => string | undefined

/** Reads how participants of calls are connected. Throws a StartFailure that names the option. */
export function callOptionsIn(value: Value): CallOptions {
  const [turn, secretFile] = [addressesIn('turn', value, /^turns?:/), value('turn-secret')]
  if (turn.length > 0 && secretFile === undefined)
    throw new StartFailure('--turn needs --turn-secret, the file with the secret of that server.')
  if (turn.length === 0 && secretFile !== undefined)
    throw new StartFailure('--turn-secret is for --turn; name that server, or leave the secret out.')
  return {
    stun: addressesIn('stun', value, /^stuns?:/),
    turn: secretFile === undefined ? null : { urls: turn, secret: secretIn(secretFile) },
  }
}

function addressesIn(name: 'stun' | 'turn', value: Value, scheme: RegExp): string[] {
  const urls = (value(name) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const wrong = urls.find((url) => !scheme.test(url) || !/^\w+:[^\s/@]+$/.test(url))
  if (wrong !== undefined)
    throw new StartFailure(
      `--${name} has ${wrong}; an address looks like ${name}:${name}.centre.example:3478.`,
    )
  return urls
}

function secretIn(file: string): string {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    if (secret !== '') return secret
  } catch (error) {
    throw new StartFailure(`--turn-secret cannot be read: ${sentenceOf(error)}`)
  }
  throw new StartFailure('--turn-secret is an empty file; put the secret into it.')
}
