import type { WatchPicture } from '@samudra/contract/socket'
import type { Outcome } from '@samudra/contract/wire/client'
import type { WireKeyCard } from '@samudra/contract/wire/hello'
import type { AnyOp } from '@samudra/contract/wire/request'

/** State of the socket: `live` while it is open and receives, `lost` while it is silent or reconnects. */
export type Link = 'connecting' | 'live' | 'lost'
/** Registration of the socket; the server takes the identity from the token. */
export type Who = { username: string; email: string; id: string }

/** Outcome of a call of the page; `unwritten` when its file could not be written. */
export type PageOutcome = Outcome | { kind: 'unwritten'; why: string }

/** Messages from the page to the wire's worker. */
export type ToWire =
  | { say: 'configure'; base: string; card: WireKeyCard | null }
  | { say: 'token'; token: string | null }
  | {
      say: 'call'
      id: number
      op: AnyOp
      input: object
      bytes?: Blob
      headers?: Record<string, string>
      /** Where the bytes of a download belong. */
      file?: FileSystemFileHandle
    }
  | { say: 'cancel'; id: number }
  | { say: 'live'; who: Who | null }
  | { say: 'picture'; port: MessagePort | null }
  | { say: 'watch'; wish: string; view: unknown }
  | { say: 'emit'; wire: string; payload: unknown }

/** Messages from the wire's worker to the page. */
export type FromWire =
  | { say: 'outcome'; id: number; outcome: PageOutcome; offsetMs: number }
  | { say: 'written'; id: number; bytes: number }
  | { say: 'push'; wire: string; payload: unknown }
  /** A frame came; it went to the picture's worker. */
  | { say: 'heard' }
  /** `failures`: tries to open the socket that failed since it was open last. */
  | { say: 'link'; link: Link; failures?: number }
  | { say: 'unauthorised' }
  /** The server takes no more calls of this address for so many seconds. */
  | { say: 'limited'; seconds: number }

/** Between the wire's worker and the picture's: frames there, views and thanks back. */
export type ToPicture = { say: 'frame'; bytes: Uint8Array } | { say: 'connected' }
export type FromPicture = { say: 'watch'; view: WatchPicture } | { say: 'applied' }
