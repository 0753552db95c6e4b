import type { Cursor } from './cursor.ts'

/** Marker of a text that could not be read at this position. */
export const NO = Symbol('not read')
export type Held = Readonly<Record<string, unknown>>

/** Codec of one value in a sentence, in both directions. `of`: the context of the value, as far as known. */
export type Codec<Context> = {
  /** Writes the value; null where it cannot be expressed so. */
  write: (value: unknown, context: Context, of: Held) => string | null
  /** NO where it is not there; throws SentenceFault for what is there and cannot be. */
  read: (cursor: Cursor, context: Context, of: Held) => unknown
}

/**
 * Pattern of a phrase: words, `{field}` or `{field:codec}`, and optional parts in brackets. `is`: values that the
 * words express without a field.
 */
export type Wording = { is?: Held; say: string }

type Part<Context> =
  | { kind: 'WORD'; word: string }
  | { kind: 'FIELD'; field: string; codec: Codec<Context> }
  | { kind: 'OPTION'; parts: Part<Context>[]; fields: string[] }

/** Compiled wording. It writes a value only if it expresses every field, and reads it back. */
export class Phrase<Context> {
  readonly #is: Held
  readonly #parts: readonly Part<Context>[]
  readonly #fields: ReadonlySet<string>

  constructor({ is = {}, say }: Wording, codecs: Readonly<Record<string, Codec<Context>>>) {
    this.#is = is
    this.#parts = partsIn(say, codecs)
    this.#fields = new Set([...Object.keys(is), ...fieldsIn(this.#parts)])
  }

  /** Returns null if the wording does not express every field. */
  write(held: Held, context: Context): string | null {
    for (const [field, value] of Object.entries(this.#is)) if (held[field] !== value) return null
    for (const [field, value] of Object.entries(held))
      if (value !== undefined && !this.#fields.has(field)) return null
    return writeParts(this.#parts, held, context)
  }

  read(cursor: Cursor, context: Context): Held | typeof NO {
    const held: Record<string, unknown> = { ...this.#is }
    const from = cursor.at
    if (readParts(this.#parts, cursor, context, held)) return held
    cursor.at = from
    return NO
  }
}

function writeParts<Context>(parts: readonly Part<Context>[], held: Held, context: Context): string | null {
  let output = ''
  for (const part of parts) {
    const word = writePart(part, held, context)
    if (word === null) return null
    const isClose = word === '' || output === '' || (part.kind === 'WORD' && /^[,;)]/.test(word))
    output += isClose ? word : ` ${word}`
  }
  return output
}

function writePart<Context>(part: Part<Context>, held: Held, context: Context): string | null {
  if (part.kind === 'WORD') return part.word
  if (part.kind === 'OPTION')
    return part.fields.some((field) => held[field] !== undefined) ? writeParts(part.parts, held, context) : ''
  const value = held[part.field]
  return value === undefined ? null : part.codec.write(value, context, held)
}

function readParts<Context>(
  parts: readonly Part<Context>[],
  cursor: Cursor,
  context: Context,
  held: Record<string, unknown>,
): boolean {
  for (const part of parts) {
    if (part.kind === 'WORD') {
      if (!cursor.take(part.word)) return false
    } else if (part.kind === 'FIELD') {
      const value = part.codec.read(cursor, context, held)
      if (value === NO) return false
      held[part.field] = value
    } else {
      const from = cursor.at
      const option = { ...held }
      if (readParts(part.parts, cursor, context, option)) Object.assign(held, option)
      else cursor.at = from
    }
  }
  return true
}

const fieldsIn = <Context>(parts: readonly Part<Context>[]): string[] =>
  parts.flatMap((part) =>
    part.kind === 'FIELD' ? [part.field] : part.kind === 'OPTION' ? fieldsIn(part.parts) : [],
  )

/** Compiles a wording. Throws RangeError for an unknown codec. */
function partsIn<Context>(say: string, codecs: Readonly<Record<string, Codec<Context>>>): Part<Context>[] {
  return [...say.matchAll(/\[([^\]]*)\]|\{(\w+)(?::(\w+))?\}|[^\s[\]{}]+/g)].map(
    ([word, option, field, codec]): Part<Context> => {
      if (option !== undefined) {
        const parts = partsIn(option, codecs)
        return { kind: 'OPTION', parts, fields: fieldsIn(parts) }
      }
      if (field === undefined) return { kind: 'WORD', word }
      const found = codecs[codec ?? field]
      if (found === undefined) throw new RangeError(`no codec ${codec ?? field}`)
      return { kind: 'FIELD', field, codec: found }
    },
  )
}

/** Wordings of one kind of thing: the first that expresses everything is written, the first that matches is read. */
export class Phrases<Context> {
  readonly #all: readonly Phrase<Context>[]

  constructor(wordings: readonly Wording[], codecs: Readonly<Record<string, Codec<Context>>>) {
    this.#all = wordings.map((one) => new Phrase(one, codecs))
  }

  write(held: Held, context: Context): string | null {
    for (const phrase of this.#all) {
      const text = phrase.write(held, context)
      if (text !== null) return text
    }
    return null
  }

  read(cursor: Cursor, context: Context): Held | typeof NO {
    for (const phrase of this.#all) {
      const held = phrase.read(cursor, context)
      if (held !== NO) return held
    }
    return NO
  }
}
