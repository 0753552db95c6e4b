import { isDeepStrictEqual } from 'node:util'
import type { Push } from '@samudra/contract/kernel'
import { isAddressed, type Audience, type MayKnow } from './audience.ts'
import type { Caller } from './caller.ts'

/**
 * What of a payload is for some alone: to the others a field says `otherwise`, or one entry of a list is left out; of a
 * payload that is a list itself no field is named.
 */
export type Cut =
  | ({ field: string; to: Audience } & ({ otherwise: unknown } | { entry: unknown }))
  | { to: Audience; entry: unknown }

/** Something told to screens, as plain data that lasts: kept for those whose socket was away, and sent to other processes. */
export type Pushed = {
  wire: string
  payload: unknown
  audience: Audience
  cuts?: readonly Cut[]
  /** What it is about, where it tells all of it: of several that were missed only the last is told. */
  about?: string
  /** Only told to who listens now. */
  isFleeting?: true
}

/** Tells the open screens, and those that come back. */
export type Send = <Payload>(
  push: Push<Payload>,
  payload: Payload,
  audience: Audience,
  more?: Pick<Pushed, 'cuts' | 'about'>,
) => void

/** The payload as one caller may see it. */
export function payloadFor({ payload, cuts }: Pushed, caller: Caller, mayKnow: MayKnow): unknown {
  const hidden = cuts?.filter(({ to }) => !isAddressed(to, caller, mayKnow)) ?? []
  if (hidden.length === 0) return payload
  if (Array.isArray(payload))
    return payload.filter((one) => !hidden.some((cut) => 'entry' in cut && isDeepStrictEqual(one, cut.entry)))
  const cut: Record<string, unknown> = { ...(payload as object) }
  for (const one of hidden)
    if ('field' in one)
      cut[one.field] =
        'entry' in one
          ? (cut[one.field] as unknown[]).filter((entry) => !isDeepStrictEqual(entry, one.entry))
          : one.otherwise
  return cut
}
