import type { AisFilter } from '@samudra/contract/filter'
import type { Bbox } from '@samudra/contract/kernel'
import type { Patch } from './held.ts'

/** What the page tells the worker; frames come through the port. */
export type ToWorker =
  | { say: 'start'; port: MessagePort }
  | { say: 'watch'; bbox: Bbox; zoom: number; filter: AisFilter | null; isThin: boolean }
  | { say: 'clock'; offsetMs: number }

/** What the worker tells the page. */
export type FromWorker =
  | { say: 'patch'; patch: Patch; epochMs: number }
  | { say: 'counts'; inView: number; total: number; byGroup: number[] }
