import {
  getPortCallVersions,
  getPortOfCalls,
  getPortOfCallsForVessel,
  portHistoryByVessel,
} from '@samudra/contract/port-calls'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Db } from '../../../platform/needs/database.ts'
import type { PictureInterface } from '../../picture/picture/room.ts'
import type { SourceNames } from '../../../sea/names.ts'
import { versionsOf, type QueriedRow, type CallsQuery } from './call-query.sql.ts'
import { CAME, cutFor, midsOf, pageOfCalls, presentCall, seesCall, typesOf } from './calls-seen.ts'

export type CallNeeds = {
  db: Db
  clock: Clock
  names: SourceNames
  portName: (id: string) => string | null
  shipsOf: (caller: Caller) => Pick<ReturnType<PictureInterface['shipsOf']>, 'nameOf'>
}

export const callOps = (needs: CallNeeds): Handled[] => [
  handle(getPortOfCalls, ({ input, caller }) => {
    const { port_id, state, moment, ship_type, country, min_confidence, ...rest } = input
    const { ship_types = ship_type === undefined ? undefined : [ship_type] } = input
    const { countries = country === undefined ? undefined : [country] } = input
    const came = moment === undefined ? undefined : CAME
    if (port_id !== undefined) knownPort(needs, port_id)
    return page(needs, caller, rest, {
      portId: port_id,
      moment,
      states: state === undefined ? came : [state],
      shipTypes: ship_types === undefined ? undefined : typesOf(ship_types),
      mids: countries?.flatMap(midsOf),
      minConfidence: min_confidence,
    })
  }),
  handle(getPortOfCallsForVessel, ({ input: { mmsi, split_id: split, ...rest }, caller }) =>
    page(needs, caller, rest, { mmsi: Number(mmsi), split }),
  ),
  handle(portHistoryByVessel, ({ input: { mmsi, split_id: split, ...rest }, caller }) =>
    page(needs, caller, rest, { mmsi: Number(mmsi), split, states: ['ANCHORED', 'BERTHED', 'DEPARTED'] }),
  ),
  handle(getPortCallVersions, async ({ input: { id }, caller }) => {
    const rows = await versionsOf(needs.db, id)
    const now = rows.at(-1)
    if (now === undefined || !seesCall(now, needs.names, caller.visibility)) throw noCall()
    return rows.map(shown(needs, caller))
  }),
]

/** Throws NOT_FOUND for an unknown port. */
export function knownPort({ portName }: Pick<CallNeeds, 'portName'>, id: string): void {
  if (portName(id) === null)
    throw new OperationError('NOT_FOUND', 'This port does not exist; choose it from the list of ports.')
}
export const noCall = () =>
  new OperationError('NOT_FOUND', 'This port call does not exist; choose it from the list.')

export const shown = ({ names, portName, shipsOf }: CallNeeds, caller: Caller, asOf?: string) => {
  const { nameOf: nameNow } = shipsOf(caller)
  const { visibility } = caller
  const now = asOf === undefined ? { nameNow } : {}
  return (row: QueriedRow) => presentCall(row, { nameOf: portName, names, visibility, ...now })
}

type Period = { from?: string | undefined; to?: string | undefined; as_of?: string | undefined }
type Paged = Period & { limit?: number | undefined; cursor?: string | undefined }
const ms = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))

async function page(needs: CallNeeds, caller: Caller, input: Paged, which: Partial<CallsQuery>) {
  const { db, clock, names } = needs
  const at = ms(input.as_of)
  const query = { ...which, from: ms(input.from), to: ms(input.to), at, ...cutFor(names, caller.visibility) }
  const { rows, next, total } = await pageOfCalls(db, query, caller.visibility, input)
  return {
    items: rows.map(shown(needs, caller, input.as_of)),
    total,
    next,
    as_of: new Date(at ?? clock.now()).toISOString(),
  }
}
