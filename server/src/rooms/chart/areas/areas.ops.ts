import {
  addAoi,
  areaKind,
  deleteAoi,
  getAois,
  getAoiVersions,
  updateAoi,
  USUAL_BACKFILL_DAYS,
  type Aoi,
} from '@samudra/contract/areas'
import { boxOf } from '@samudra/nautical/polygons/box'
import { except, EMPTY_AUDIENCE, users } from '../../../platform/kernel/http/audience.ts'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { byName, pageOfObjects, pushObject } from '../../../platform/kernel/objects/object-calls.ts'
import { versionOf } from '../../../platform/kernel/objects/object-rules.ts'
import type { Objects } from '../../../platform/kernel/objects/objects.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Send } from '../../../platform/kernel/http/send.ts'
import type { Uses } from '../../../platform/kernel/objects/references.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import type { Area, AreaBody } from '../filter-inputs/room.ts'
import type { SamudraBus } from '../../../sea/topics.ts'
import { checkPeriod, outlineOf, presentArea } from './area.ts'

type AreaNeeds = {
  areas: Objects<AreaBody>
  clock: Clock
  send: Send
  bus: SamudraBus
  /** Counts the contacts visible to a caller inside each area now, in one pass of the picture. */
  countInside: (areas: readonly string[], caller: Caller) => number[]
  uses: Uses
}

export const areaOps = (needs: AreaNeeds): Handled[] =>
  [add, list, update, remove, versions].map((make) => make(needs))

function show({ areas, clock, countInside }: AreaNeeds, shown: Area[], caller: Caller): Aoi[] {
  const inside = countInside(
    shown.map(({ id }) => id),
    caller,
  )
  return shown.map((area, i) =>
    presentArea(area, areas.isChangedBy(area, caller), clock.now(), inside[i] ?? 0),
  )
}
const showOne = (needs: AreaNeeds, area: Area, caller: Caller) => show(needs, [area], caller)[0]!
/** For audit records and the past: nothing is counted. */
const bare = ({ areas, clock }: AreaNeeds, area: Area, caller: Caller, at: number = clock.now()) =>
  presentArea(area, areas.isChangedBy(area, caller), at, null)

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

const add = (needs: AreaNeeds) =>
  handle(addAoi, async ({ input, caller, record }) => {
    const { name, type, recur, color, notes, visibility, backfill_days = USUAL_BACKFILL_DAYS } = input
    const period = { valid_from: dateOf(input.valid_from), valid_to: dateOf(input.valid_to) }
    record({ objectType: 'aoi' })
    checkPeriod(period.valid_from, period.valid_to, recur)
    const outline = outlineOf(input)
    const body = { name, type, recur, color, notes, ...outline, backfill_days, geometry_version: 1 }
    const area = await needs.areas.add(caller, { body, visibility, ...period })
    record({ objectId: area.id, after: bare(needs, area, caller) })
    pushChange(needs, 'add', area)
    announce(needs, area)
    return showOne(needs, area, caller)
  })

const list = (needs: AreaNeeds) =>
  handle(getAois, async ({ input, caller }) => {
    const words = input.q?.trim().toLowerCase() ?? ''
    const isRequest = ({ id, visibility, body }: Area) =>
      (input.id === undefined || id === input.id) &&
      (input.visibility === undefined || visibility === input.visibility) &&
      `${body.name}\n${body.notes}`.toLowerCase().includes(words)
    return pageOfObjects(
      { ...needs, objects: needs.areas },
      { input, caller },
      {
        isQuery: isRequest,
        order: byName,
        show: (areas, at) =>
          input.as_of === undefined
            ? show(needs, areas, caller)
            : areas.map((area) => bare(needs, area, caller, at)),
      },
    )
  })

const update = (needs: AreaNeeds) =>
  handle(updateAoi, async ({ input, caller, record }) => {
    const { areas } = needs
    record({
      objectType: 'aoi',
      objectId: input.id,
      ...(input.reason === undefined ? {} : { reason: input.reason }),
    })
    const before = areas.get(input.id, caller)
    record({ before: bare(needs, before, caller) })
    const body = bodyAfter(before.body, input)
    const valid_from = input.valid_from === undefined ? before.valid_from : dateOf(input.valid_from)
    const valid_to = input.valid_to === undefined ? before.valid_to : dateOf(input.valid_to)
    checkPeriod(valid_from, valid_to, body.recur)
    const { visibility = before.visibility, reason = '' } = input
    const change = { body, visibility, valid_from, valid_to, reason }
    const after = await areas.change(caller, input, change, (current) => showOne(needs, current, caller))
    record({ after: bare(needs, after, caller) })
    pushChange(needs, 'update', after, before)
    needs.bus.publish('noticeSeers', { kind: 'area', id: after.id, audience: areas.audience(after) })
    return showOne(needs, after, caller)
  })

type Changes = { [Field in keyof AreaBody]?: AreaBody[Field] | undefined }
function bodyAfter(
  before: AreaBody,
  input: Omit<Changes, 'shape'> & Parameters<typeof outlineOf>[0],
): AreaBody {
  const isDrawn = input.geometry !== undefined || input.shape !== undefined
  const outline = isDrawn ? outlineOf(input) : before
  const isSame = JSON.stringify(outline.geometry) === JSON.stringify(before.geometry)
  return {
    ...before,
    name: input.name ?? before.name,
    type: input.type ?? before.type,
    recur: input.recur ?? before.recur,
    color: input.color ?? before.color,
    notes: input.notes ?? before.notes,
    geometry: outline.geometry,
    shape: outline.shape,
    area_nm2: outline.area_nm2,
    geometry_version: before.geometry_version + (isSame ? 0 : 1),
  }
}

const remove = (needs: AreaNeeds) =>
  handle(deleteAoi, async ({ input, caller, record }) => {
    const { areas } = needs
    const reason = input.reason ?? ''
    record({ objectType: 'aoi', objectId: input.id, reason })
    const before = areas.writable(input.id, caller)
    record({ before: bare(needs, before, caller) })
    await needs.uses.refuseUsed({ kind: 'area', id: input.id }, caller, 'used_by')
    const last = await areas.remove(caller, input.id, reason)
    pushChange(needs, 'delete', last, before)
    needs.bus.publish('noticeSeers', { kind: 'area', id: last.id, audience: EMPTY_AUDIENCE })
    return { id: input.id, used_by: [] }
  })

const versions = (needs: AreaNeeds) =>
  handle(getAoiVersions, async ({ input, caller }) => {
    const all = await needs.areas.versions(input.id, caller)
    return { items: all.map((area) => ({ ...bare(needs, area, caller), ...versionOf(area) })) }
  })

/** Leaves word for those it is shared with. */
function announce({ areas, bus }: AreaNeeds, area: Area) {
  const { id, owner, owner_id, visibility, body } = area
  if (visibility === 'PRIVATE') return
  bus.publish('notice', {
    kind: 'AREA',
    severity: 'INFO',
    text: `New area: ${body.name} (${owner})`,
    link: { kind: 'area', id, label: body.name, detail: 'Area of interest', bbox: [...boxOf(body.geometry)] },
    audience: except(areas.audience(area), users(owner_id)),
  })
}

const pushChange = ({ areas, send }: AreaNeeds, op: 'add' | 'update' | 'delete', now: Area, before?: Area) =>
  pushObject({ objects: areas, kind: areaKind, send }, op, now, before)
