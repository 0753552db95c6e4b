import type { Op } from '@samudra/contract/kernel'
import type { Misfit } from '@samudra/contract/misfits'
import type { AllowedCallers } from '@samudra/contract/rights'
import { MESSAGES, type Code } from '@samudra/contract/wire/messages'
import { canCall, leave, refresh, whenRestored } from './session.ts'
import { transport, type IntoFile, type PageCall } from './transport.ts'
import type { PageOutcome } from './wire-words.ts'

export type Answer<T> =
  | { status: true; data: T; message: string; bytes: Uint8Array<ArrayBuffer> | null }
  | { status: false; message: string; code: Code; fields: Misfit[]; data: unknown; requestId: string }

/** An answer with status false, as an error for those who treat every refusal alike. */
export class Refused extends Error {
  readonly code: Code
  readonly fields: Misfit[]
  readonly requestId: string
  /** Data of the refusal: the current object of a version conflict, the users of an object. */
  readonly data: unknown
  constructor(refusal: Extract<Answer<never>, { status: false }>) {
    super(refusal.message)
    this.name = 'Refused'
    this.code = refusal.code
    this.fields = refusal.fields
    this.requestId = refusal.requestId
    this.data = refusal.data
  }
}

export const INSECURE =
  'This page must be opened over https, or on the server itself as localhost. Ask the administrator for the https address.'

type More = { bytes?: Blob; signal?: AbortSignal; into?: IntoFile }

/** Calls an operation; a refusal with a message is an answer, everything else that fails is thrown. */
export async function request<In, Out>(op: Op<In, Out>, input: In, more: More = {}): Promise<Answer<Out>> {
  if (op.who === 'public') await whenRestored()
  else if (!(await canCall())) throw new Error(MESSAGES.expiredBeforeRequest)
  const sent: PageCall = { op, input: input as object, ...more }
  let outcome = await transport().call(sent)
  if (outcome.kind === 'rewired')
    outcome = (await refresh()) === 'fresh' ? await transport().call(sent) : outcome
  return answerOf<Out>(op, outcome)
}

function answerOf<Out>(op: { who: AllowedCallers }, outcome: PageOutcome): Answer<Out> {
  if (outcome.kind === 'insecure') throw new Error(INSECURE)
  if (outcome.kind === 'unwritten') throw new Error(`The file could not be written: ${outcome.why}`)
  if (outcome.kind !== 'answered') throw new Error(MESSAGES.noConnection)
  const { envelope, status, statusText, bytes } = outcome
  // HTTP/2 carries no status text, so the number counts as well.
  if ((status === 401 || statusText.toUpperCase() === 'UNAUTHORIZED') && op.who !== 'public') {
    leave()
    throw new Error('UNAUTHORIZED')
  }
  if (envelope.Status) return { status: true, data: envelope.Data as Out, message: envelope.Message, bytes }
  if (envelope.Message === '') throw new Error(MESSAGES.statusFalse)
  return {
    status: false,
    message: envelope.Message,
    code: envelope.Code,
    fields: envelope.fields ?? [],
    data: envelope.Data,
    requestId: envelope.RequestId,
  }
}

/** Calls an operation and throws `Refused` when the server rejects it. */
export async function call<In, Out>(op: Op<In, Out>, input: In, more: More = {}): Promise<Out> {
  const answer = await request(op, input, more)
  if (answer.status) return answer.data
  throw new Refused(answer)
}

/** Calls an operation whose answer is followed by bytes. */
export async function download<In, Out>(
  op: Op<In, Out>,
  input: In,
  more: More = {},
): Promise<{ data: Out; bytes: Uint8Array<ArrayBuffer> }> {
  const answer = await request(op, input, more)
  if (!answer.status) throw new Refused(answer)
  return { data: answer.data, bytes: answer.bytes ?? new Uint8Array() }
}

/** A file the user chooses, or null where the browser offers no choice; AbortError when the user chooses none. */
export async function chooseFile(suggestedName: string): Promise<FileSystemFileHandle | null> {
  const { showSaveFilePicker: choose } = window as Window & { showSaveFilePicker?: SavePicker }
  if (choose === undefined) return null
  try {
    return await choose.call(window, { suggestedName })
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    // Not allowed here, or too long after the press of a button.
    return null
  }
}
type SavePicker = (options: { suggestedName: string }) => Promise<FileSystemFileHandle>
