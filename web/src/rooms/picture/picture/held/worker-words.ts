import type { AisFilter } from '@samudra/contract/filter'
import type { Bbox } from '@samudra/contract/kernel'
import type { Frame, Replayed } from '../../../../time/replayed.ts'
import type { Patch } from './held.ts'

/** Seconds between frames on a thin line. */
export const THIN_S = 10

/** Message from the page to the worker; frames come through the port. */
export type ToWorker =
  | { say: 'start'; port: MessagePort }
  | { say: 'watch'; bbox: Bbox; zoom: number; filter: AisFilter | null; isThin: boolean }
  | { say: 'clock'; offsetMs: number }
  /** Shows the past from now on, or the present again; chunks of a replay, the still of one instant, and the instant to show. */
  | { say: 'replay'; replay: Pick<Replayed, 'id' | 'from' | 'to' | 'chunkMs'> | null }
  | { say: 'chunk'; n: number; bytes: Uint8Array<ArrayBuffer> | null }
  | { say: 'still'; at: number; bytes: Uint8Array<ArrayBuffer> }
  | { say: 'instant'; at: number; isStanding: boolean }

/** Message from the worker to the page. */
export type FromWorker =
  | { say: 'patch'; patch: Patch; epochMs: number }
  | { say: 'counts'; inView: number; total: number; byGroup: number[] }
  | { say: 'frame'; frame: Frame }
