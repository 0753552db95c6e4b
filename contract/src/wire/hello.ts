import { z } from 'zod'
import { read, type Reading } from '../kernel.ts'

/** `required`: sealed calls only; `optional`: both; `off`: the wire is not sealed. */
export const WIRE_MODES = ['required', 'optional', 'off'] as const
export type WireMode = (typeof WIRE_MODES)[number]

/** The server's static key: its name and the P-256 point (65 bytes, base64url). */
export type WireKeyCard = { mode: WireMode; kid: string; key: string }

const Hello = z.object({ kid: z.string().max(40), cpk: z.string().length(87) })
/** The client's ephemeral key under a static key of the server. */
export type WireHello = z.output<typeof Hello>
export const readHello = (raw: unknown): Reading<WireHello> => read(Hello, raw)
/** The session's ticket, the server's ephemeral key and its clock (epoch ms). */
export type WireWelcome = { sid: string; spk: string; now: number }

/** Credentials of a socket in place of headers; `proof` is that of a GET of `SOCKET_PATH`. */
export type WirePass = { token: string; sid?: string; rid?: string; timestamp?: string; proof?: string }
export const SOCKET_PATH = '/socket.io/'

export const HEADERS = { sid: 'X-Env-Sid', rid: 'X-Env-Rid', proof: 'X-Env-Proof' } as const

/** Where the wire's own calls are. */
export const HELLO_AND_KEY = { hello: '/env/hello', key: '/env/key' } as const
