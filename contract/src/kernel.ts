import { instantOf } from '@samudra/nautical/instant'
import { z } from 'zod'
import { misfitsOf, type Misfit } from './misfits.ts'
import type { Cost, Right, AllowedCallers } from './rights.ts'

// A browser under our content security policy must not even try to generate code; servers may.
if (!('process' in globalThis)) z.config({ jitless: true })

export type Method = 'GET' | 'POST' | 'DELETE'

export type Reading<T> = { ok: true; value: T } | { ok: false; fields: Misfit[] }

/**
 * Ways a read answers about the past. `AS_OF` takes the instant whose knowledge is requested; `PERIOD` names its
 * instants itself; `VERSIONS` returns all past versions. `NOW` returns nothing that people edit, or only its name for
 * the next request.
 */
export type Past = 'AS_OF' | 'PERIOD' | 'VERSIONS' | 'NOW'

/**
 * A promise between server and web. It carries the computed In and Out, never the schema types:
 * inferring through schemas multiplies the time of the type check at our size.
 */
export interface Op<In, Out> {
  readonly name: string
  readonly method: Method
  /** The path with `{name}` for the fields of the input that travel in it. */
  readonly path: string
  readonly right: Right
  readonly who: AllowedCallers
  /** Action of the caller, as users read it; for recorded operations. */
  readonly did: string | undefined
  /** Way of a read-only operation to answer about the past. */
  readonly past: Past | undefined
  /** The long list of number tuples in its answer, which a browser hands from thread to thread as one typed array. */
  readonly flat: string | undefined
  /** Field of the input that holds a rule, '' where the input is one; misfits of the rule are RULE_INVALID. */
  readonly ruleAt: string | undefined
  /** An input that fits. */
  readonly example: object
  readonly input: (raw: unknown) => Reading<In>
  /** The schema behind `input`, without its types, for who looks over all operations. */
  readonly shape: z.ZodType
  readonly output: (raw: unknown) => Reading<Out>
}

/**
 * Maximum depth, greater than that of any of our shapes; a deeper value would exhaust the stack of a recursive walk.
 */
const DEEPEST = 40
/** NUL, and halves of surrogate pairs: neither is text, and no database or hash takes them. */
// oxlint-disable-next-line no-control-regex
const NOT_TEXT = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Why a value cannot be read at all, whatever its schema; null when it can. Walks without recursion. */
function unreadable(raw: unknown): string | null {
  if (typeof raw === 'string') return NOT_TEXT.test(raw) ? 'contains characters that are not text' : null
  let level = [raw]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return 'is nested too deeply'
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one)) continue
      for (const [key, value] of Object.entries(one)) {
        if (NOT_TEXT.test(key) || (typeof value === 'string' && NOT_TEXT.test(value)))
          return 'contains characters that are not text'
        if (typeof value === 'object') next.push(value)
      }
    }
    level = next
  }
  return null
}

/** Reads what came from outside by a schema of this package. */
export function read<T>(schema: z.ZodType<T>, raw: unknown): Reading<T> {
  const why = unreadable(raw)
  if (why !== null) return { ok: false, fields: [{ field: '', why }] }
  const result = schema.safeParse(raw, { reportInput: true })
  if (result.success) return { ok: true, value: result.data }
  return { ok: false, fields: misfitsOf(result.error.issues) }
}

/** The same, and refuses what the schema does not know: a name that is misspelt would be answered as if it were not there. */
function readWhole<T>(schema: z.ZodType<T>, raw: unknown): Reading<T> {
  const reading = read(schema, raw)
  if (!reading.ok) return reading
  const unknown = unknownIn(raw, reading.value, '')
  const wrong = unknown.map((field) => ({ field, why: NOT_TAKEN }))
  if (isBackwards(reading.value)) wrong.push({ field: 'from', why: 'must not be after to. Swap from and to' })
  return wrong.length === 0 ? reading : { ok: false, fields: wrong }
}
/** A period that ends before it begins would be answered as an empty one. */
function isBackwards(value: unknown): boolean {
  if (!isPlain(value)) return false
  const { from, to } = value as { from?: unknown; to?: unknown }
  return typeof from === 'string' && typeof to === 'string' && instantOf(from) > instantOf(to)
}
const NOT_TAKEN = 'is not allowed here. Remove it'

/** Returns the paths that were received and left out in reading. Values that were converted are not examined here. */
function unknownIn(raw: unknown, value: unknown, path: string): string[] {
  if (raw === value || !isPlain(raw) || !isPlain(value)) return []
  return Object.entries(raw).flatMap(([key, one]) => {
    const at = path === '' ? key : `${path}.${key}`
    if (one === undefined) return []
    return Object.hasOwn(value, key) ? unknownIn(one, (value as Record<string, unknown>)[key], at) : [at]
  })
}
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/**
 * Required declarations: a change names its action, a read its way to answer about the past, and a recorded read
 * both.
 */
type Saying =
  | { leaves: 'change'; did: string; past?: never }
  | { leaves: 'read'; did: string; past: Past }
  | { leaves?: never; did?: never; past: Past }

/** Declares a whole operation: its name as in the specification, its description, and both shapes. */
export function op<I extends z.ZodType, O extends z.ZodType>(
  promise: {
    name: string
    route: `${Method} /${string}`
    flat?: keyof z.output<O> & string
    ruleAt?: '' | (keyof z.output<I> & string)
    example: NoInfer<z.input<I>> & object
    input: I
    output: O
  } & Omit<Right, 'leaves' | 'costly' | 'bounded'> &
    Cost &
    Saying,
): Op<z.output<I>, z.output<O>> {
  const { name, route, did, past, flat, ruleAt, example, input, output, ...right } = promise
  const [method, path] = route.split(' ') as [Method, string]
  return {
    name,
    method,
    path: `/api${path}`,
    right,
    who: right.who,
    did,
    past,
    flat,
    ruleAt,
    example,
    shape: input,
    input: (raw) => readWhole(input, raw) as Reading<z.output<I>>,
    output: (raw) => read(output, raw) as Reading<z.output<O>>,
  }
}

/** Fields beside those of a rule where the input is one. */
const BESIDE_RULE = ['id', 'expected_version', 'reason']
/** Returns the code of an input that does not fit: RULE_INVALID where a field of a rule does not. */
export function codeOfMisfits({ ruleAt }: Pick<Op<never, unknown>, 'ruleAt'>, fields: readonly Misfit[]) {
  const isOfRule = ({ field }: Misfit) => {
    const [first] = field.split('.', 1)
    return ruleAt === '' ? !BESIDE_RULE.includes(first!) : first === ruleAt
  }
  return ruleAt !== undefined && fields.some(isOfRule) ? 'RULE_INVALID' : 'VALIDATION'
}

/** Message from the server to a screen; `wire` is the name in the specification. */
export interface Push<Payload> {
  readonly wire: string
  readonly about?: string
  /** True where it changes nothing that a screen holds: a client that does not listen does not receive it later. */
  readonly isFleeting?: boolean
  readonly payload: (raw: unknown) => Reading<Payload>
}

export function push<P extends z.ZodType>(promise: {
  wire: string
  about?: string
  isFleeting?: true
  payload: P
}): Push<z.output<P>> {
  const { payload, ...rest } = promise
  return {
    ...rest,
    payload: (raw) => read(payload, raw) as Reading<z.output<P>>,
  }
}

/** A query value that arrives as text and means a number. */
export const queryNumber = z.coerce.number()
/** Which of several ships under one MMSI; 0 is the first. */
export const SplitId = queryNumber.int().min(0).max(255)
/** A query value that arrives as the text true or false. */
export const queryFlag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
)
/** A query value that arrives as repeated or comma-joined text and means a list. */
export const queryList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(z.string().max(200)).max(200),
)
/** List of allowed values in a query, written as one text with commas or as an array. */
export const queryListOf = <const Values extends readonly string[]>(values: Values) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
    z.array(z.enum(values)).max(200),
  )
/** Name of an object, a session or a file here; longer ones do not exist. */
export const Id = z.string().max(100)
/** Years that are written with four digits; databases and others read no more. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
const isBeyond = (at: number) => at < FIRST_MS || at > LAST_MS
/** An instant on the wire: ISO 8601 with its zone; ours are UTC with milliseconds. */
export const Instant = z
  .string()
  .max(64, 'must be an ISO 8601 time')
  .refine(
    (text) => !Number.isNaN(instantOf(text)),
    'must be an ISO 8601 time with its zone, like 2026-01-05T10:00:00Z',
  )
  .refine((text) => !isBeyond(instantOf(text)), 'must be in the years 1 to 9999')
/** Anything that is JSON of so many characters at most: what others define and only they read. */
export const anything = (most: number) =>
  z
    .unknown()
    .refine((value) => (JSON.stringify(value) ?? '').length <= most, `is longer than ${most} characters`)
/** Values by names, so many at most. */
export const recordOf = <T extends z.ZodType>(value: T, most: number) =>
  z
    .record(z.string().max(200), value)
    .refine((record) => Object.keys(record).length <= most, `has more than ${most} entries`)
/** `west,south,east,north` in degrees; west > east means the box crosses the antimeridian. */
export const Bbox = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').map(Number) : value),
  z.tuple(
    [
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
      z.number().min(-180).max(180),
      z.number().min(-90).max(90),
    ],
    'must be four numbers: west, south, east, north',
  ),
)
/** Characters that no typed name may contain (specification); older stored names are returned unchanged. */
const NAME = /^[^/<>#!~^$=]*$/
export const typedName = (most: number) =>
  z.string().trim().min(1).max(most).regex(NAME, 'may not hold any of / < > # ! ~ ^ $ =')

export type Bbox = z.output<typeof Bbox>
export const MmsiText = z.string().regex(/^\d{9}$/, 'must be nine digits')

/** The list answer of every operation that pages. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.number(), next: z.string().nullable(), as_of: Instant })
/** Paging fields of every operation that pages. */
export const paging = {
  limit: queryNumber.int().min(1).max(500).optional(),
  cursor: z.string().max(400).optional(),
}
