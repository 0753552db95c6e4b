import {
  addPort,
  deletePort,
  getPortDetails,
  getPorts,
  getPortVersions,
  portKind,
  updatePort,
} from '@samudra/contract/ports'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { OperationError } from '../../../platform/kernel/http/errors.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import {
  byName,
  pageOfObjects,
  removeObject,
  saveObject,
  type PushedObjects,
} from '../../../platform/kernel/objects/object-calls.ts'
import { versionOf } from '../../../platform/kernel/objects/object-rules.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Uses } from '../../../platform/kernel/objects/references.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { PortCounts } from '../../../sea/topics.ts'
import { queryOf } from '../../../sea/name-search.ts'
import type { PortList } from './port-list.ts'
import { NOT_COUNTED, presentPort, settledOutline, type HeldPort, type PortBody } from './port.ts'

export type PortNeeds = {
  list: PortList
  clock: Clock
  send: Send
  uses: Uses
  /** Ids of the waters a place lies in. */
  zonesAt: (lat: number, lon: number) => string[]
  counts: (id: string, caller: Caller) => Promise<PortCounts>
}

export const portOps = (needs: PortNeeds): Handled[] =>
  [list, details, add, update, remove, versions].map((make) => make(needs))

const pushedPorts = ({ list, send }: Pick<PortNeeds, 'list' | 'send'>): PushedObjects<PortBody> => ({
  objects: list.objects,
  kind: portKind,
  send,
  show: (port, caller) => presentPort(port, list.objects.isChangedBy(port, caller)),
})

const list = (needs: PortNeeds) =>
  handle(getPorts, async ({ input, caller }) => {
    const { objects } = needs.list
    const isFound = input.q === undefined || input.q === '' ? null : needs.list.finder(queryOf(input.q))
    const { country } = input
    const isRequest = (port: HeldPort) =>
      (country === undefined || port.body.country === country) &&
      (input.bbox === undefined || isIn(input.bbox, port.body)) &&
      (isFound === null || isFound(port))
    return pageOfObjects(
      { objects, clock: needs.clock },
      { input, caller },
      {
        isQuery: isRequest,
        order: byName,
        show: (ports) =>
          ports.map((port) => {
            const { geometry, anchorages, ...bare } = presentPort(port, objects.isChangedBy(port, caller))
            return input.shapes === false ? bare : { ...bare, geometry, anchorages }
          }),
      },
    )
  })

const isIn = ([west, south, east, north]: readonly number[], { lat, lon }: { lat: number; lon: number }) =>
  lat >= south! &&
  lat <= north! &&
  (west! <= east! ? lon >= west! && lon <= east! : lon >= west! || lon <= east!)

const details = (needs: PortNeeds) =>
  handle(getPortDetails, async ({ input: { id, as_of }, caller }) => {
    const { objects } = needs.list
    const port =
      as_of === undefined
        ? objects.get(id, caller)
        : (await objects.asOf(new Date(as_of), caller)).find((one) => one.id === id)
    if (port === undefined)
      throw new OperationError('NOT_FOUND', 'This port did not exist then. Choose a later time.')
    const counts = as_of === undefined ? await needs.counts(id, caller) : NOT_COUNTED
    const { lat, lon } = port.body
    return {
      ...presentPort(port, objects.isChangedBy(port, caller)),
      zone_ids: needs.zonesAt(lat, lon),
      ...counts,
    }
  })

type Stated = { [Field in keyof Omit<PortBody, 'origin'>]?: PortBody[Field] | undefined }

/**
 * Returns the former body with the given values; outlines are valid and the code is unique. Throws VALIDATION,
 * DUPLICATE.
 */
function bodyOf(
  ports: PortList,
  before: PortBody | undefined,
  values: Stated,
  id: string | undefined,
): PortBody {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const body = { ...before, ...given } as PortBody
  const other = body.locode === '' ? undefined : ports.withLocode(body.locode)
  if (other !== undefined && other.id !== id)
    throw new OperationError(
      'DUPLICATE',
      `${body.locode} is the code of ${other.body.name}. Change that port instead.`,
      {
        fields: [{ field: 'locode', why: `is the code of ${other.body.name}` }],
      },
    )
  return {
    ...body,
    origin: 'HAND',
    geometry: values.geometry == null ? body.geometry : settledOutline(values.geometry, 'geometry'),
    anchorages:
      values.anchorages === undefined
        ? body.anchorages
        : values.anchorages.map(({ name, geometry }, i) => ({
            name,
            geometry: settledOutline(geometry, `anchorages.${i}.geometry`),
          })),
  }
}

const add = (needs: PortNeeds) =>
  handle(addPort, async (call) => {
    const bodyFrom = () => bodyOf(needs.list, undefined, call.input, undefined)
    const port = await saveObject(pushedPorts(needs), call, {}, { visibility: 'CENTRE', bodyOf: bodyFrom })
    return presentPort(port, true)
  })

const update = (needs: PortNeeds) =>
  handle(updatePort, async (call) => {
    const { id, expected_version, reason, ...values } = call.input
    const port = await saveObject(
      pushedPorts(needs),
      call,
      { id, expected_version },
      { visibility: 'CENTRE', reason, bodyOf: (before) => bodyOf(needs.list, before, values, id) },
    )
    return presentPort(port, true)
  })

const remove = (needs: PortNeeds) =>
  handle(deletePort, async (call) => {
    const { id } = call.input
    needs.list.objects.writable(id, call.caller)
    await needs.uses.refuseUsed({ kind: 'port', id }, call.caller, 'used_by')
    return removeObject(pushedPorts(needs), call, call.input)
  })

const versions = (needs: PortNeeds) =>
  handle(getPortVersions, async ({ input, caller }) => {
    const all = await needs.list.objects.versions(input.id, caller)
    return { items: all.map((port) => ({ ...presentPort(port, false), ...versionOf(port) })) }
  })
