import { once } from 'node:events'
import { Readable } from 'node:stream'
import Busboy from '@fastify/busboy'
import { MOST_FILES } from '@samudra/contract/chat'
import { ChatError, invalidBody } from '../v4/chat-error.ts'

export type Part =
  | { kind: 'field'; field: string; value: string }
  | { kind: 'file'; name: string; bytes: AsyncIterable<Uint8Array> }

const LIMITS = {
  fieldNameSize: 100,
  fieldSize: 1000,
  fields: 50,
  files: MOST_FILES,
  parts: 60,
  headerPairs: 50,
  headerSize: 16_384,
}

/**
 * Reads a multipart body part by part, each taken before the next is read. Throws 400 for one that is cut off, malformed
 * or has too many parts; rejects with what `take` throws.
 */
export async function readMultipart(
  body: Readable,
  contentType: string,
  take: (part: Part) => Promise<void>,
): Promise<void> {
  let turn: Promise<void> = Promise.resolve()
  let failure: unknown
  const stop = (error: unknown) => {
    failure ??= error
    body.unpipe()
    body.resume()
    parser.destroy()
  }
  const inTurn = (part: Part, after: () => void = () => undefined) => {
    turn = turn
      .then(() => (failure === undefined ? take(part) : undefined))
      .then(after, (error: unknown) => {
        after()
        stop(error)
      })
  }
  const parser = parserOf(contentType)
  parser.on('field', (field, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) return stop(invalidBody(`The part ${field} is too long.`))
    inTurn({ kind: 'field', field, value })
  })
  parser.on('file', (_field, stream, name) => {
    const bytes = Readable.from(stream as AsyncIterable<Uint8Array>)
    stream.on('error', () => undefined)
    inTurn({ kind: 'file', name: name ?? 'file', bytes }, () => stream.resume())
  })
  for (const [event, what] of [
    ['partsLimit', 'parts'],
    ['filesLimit', 'files'],
    ['fieldsLimit', 'fields'],
  ] as const)
    parser.on(event, () =>
      stop(invalidBody(`A message takes ${MOST_FILES} files; the body has too many ${what}.`)),
    )
  body.on('aborted', () =>
    stop(
      new ChatError(
        400,
        'api.file.upload_file.incorrect_number_of_client_ids.app_error',
        'The upload was cut off; send it again.',
      ),
    ),
  )
  body.pipe(parser)
  const ended = Promise.race([once(parser, 'finish'), once(parser, 'close')])
  await ended.catch((error: unknown) =>
    stop(invalidBody(`The body is not multipart: ${error instanceof Error ? error.message : ''}.`)),
  )
  await turn
  if (failure !== undefined) throw failure
}

function parserOf(contentType: string) {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS })
  } catch {
    throw invalidBody('The content type names no boundary.')
  }
}
