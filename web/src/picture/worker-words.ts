import type { Bbox } from '@samudra/contract/kernel'
import type { PictureStatus } from '@samudra/contract/live'
import type { Patch } from './held.ts'

/** What the page tells the worker. */
export type ToWorker =
  | { say: 'start'; token: string; who: { username: string; email: string; id: string } }
  | { say: 'watch'; bbox: Bbox; zoom: number }

/** How the connection stands: `live` while frames come, `lost` while it is being made again. */
export type Link = 'connecting' | 'live' | 'lost'

/** What the worker tells the page. */
export type FromWorker =
  | { say: 'patch'; patch: Patch; epochMs: number }
  | { say: 'counts'; inView: number; total: number; byGroup: number[] }
  | { say: 'status'; status: PictureStatus; offsetMs: number }
  | { say: 'link'; link: Link }
  | { say: 'revoked' }
