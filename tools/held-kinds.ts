import * as alerts from '@samudra/contract/alert-definitions'
import { addAoi, areaKind, deleteAoi, updateAoi } from '@samudra/contract/areas'
import * as policies from '@samudra/contract/escalation-policies'
import * as events from '@samudra/contract/events'
import { exerciseKind, saveExercise } from '@samudra/contract/exercises'
import { deleteAisFilter, filterKind, saveAisFilter } from '@samudra/contract/filter'
import { type Kind } from '@samudra/contract/kind'
import * as tracks from '@samudra/contract/manual-tracks'
import { addToBlacklist, blacklistKind, getBlacklist, removeFromBlacklist } from '@samudra/contract/picture'
import { addEez, boundaryKind, deleteEez, getEez, updateEez, type Eez } from '@samudra/contract/reference'
import * as analyses from '@samudra/contract/analyses'
import * as dashboards from '@samudra/contract/dashboards'
import { detectorKind, getDetectors, updateDetector } from '@samudra/contract/detectors'
import { addPort, deletePort, getPorts, portKind, updatePort } from '@samudra/contract/ports'
import * as reports from '@samudra/contract/reports'
import * as replay from '@samudra/contract/replay'
import * as rules from '@samudra/contract/rule-keeping'
import * as settings from '@samudra/contract/settings'
import {
  addSubscription,
  deleteSubscription,
  subscriptionKind,
  updateSubscription,
} from '@samudra/contract/subscriptions'
import * as lists from '@samudra/contract/vessel-lists'
import * as notes from '@samudra/contract/vessel-notes'
import { expect } from 'vitest'
import { PASSWORD, until, type TestServer } from '../server/testing/servers/a-server.ts'
import { Watcher } from '../server/testing/servers/a-watcher.ts'
import { boxOf } from '../server/testing/seas/drawn-shapes.ts'
import { ObjectStore, ObjectStores, type StoreQuery } from '../web/src/stored/object-store.ts'
import { Position } from '../web/src/wire/position.ts'

/** Where changes are made. */
export type Desk = Pick<TestServer, 'call' | 'logIn'>
type Named = { name: string }
/** Object of any kind: the comparison covers all of it. */
export type Item = { version?: number }
export type Made = { id: string; version: number }
/** Calls as the administrator does, whatever the shape of the answer. */
export const setAt =
  ({ call }: Pick<Desk, 'call'>) =>
  (op: Named, input: object) =>
    call(op as never, input as never) as Promise<Made>
export const over = ({ id, version }: Made) => ({ id, expected_version: version })

/** A kind of what people edit, and how it is added, changed, hidden and removed. */
export type Row = {
  kind: Kind<Item>
  ask?: (call: TestServer['call']) => StoreQuery<Item>
  also?: (held: Item) => string[]
  /** Adds an object that all users see, or only a group. */
  add?: (name: string, visibility: 'CENTRE' | 'GROUP') => Promise<Made>
  change?: (made: Made) => Promise<unknown>
  /** So that the watcher sees it no more. */
  hide?: (made: Made) => Promise<unknown>
  remove?: (made: Made) => Promise<unknown>
}
export const WATCHER = 'binu'
/** Area without vessels: the number inside is sent with an area, and not pushed. */
const OUTLINE = boxOf(20, 20, 22, 22)
const AT = '2026-01-05T10:00:00.000Z'
let ships = 419_000_100
const aShip = () => String(ships++)

const row = <Of>(kind: Kind<Of>, more: Omit<Row, 'kind'>): Row => ({ kind: kind as never, ...more })
type Say = ReturnType<typeof setAt>

/** Creates a row with one operation for adding and changing: `fields` are complete each time. */
const saved = (
  say: Say,
  save: Named,
  remove: Named,
  fields: (name: string) => object,
): Omit<Row, 'kind'> => ({
  add: (name, visibility) => say(save, { ...fields(name), visibility }),
  change: (made) => say(save, { ...over(made), ...fields('Changed'), visibility: 'CENTRE' }),
  hide: (made) => say(save, { ...over(made), ...fields('Hidden'), visibility: 'PRIVATE' }),
  remove: ({ id }) => say(remove, { id, reason: 'over' }),
})

/** Returns all kinds pushed to screens, changed at a desk. */
export const kindsAt = (desk: Desk): Row[] => [...onTheChart(setAt(desk)), ...besideIt(desk, setAt(desk))]

const onTheChart = (say: Say): Row[] => [
  row(areaKind, {
    add: (name, visibility) => say(addAoi, { name, visibility, geometry: OUTLINE }),
    change: (made) => say(updateAoi, { ...over(made), notes: 'Changed' }),
    hide: (made) => say(updateAoi, { ...over(made), visibility: 'PRIVATE' }),
    remove: ({ id }) => say(deleteAoi, { id }),
  }),
  row(lists.listKind, {
    add: (name, visibility) => say(lists.createVesselList, { name, visibility, kind: 'STATIC' }),
    change: ({ id }) => say(lists.addVesselToList, { id, mmsis: [aShip()], reason: 'seen' }),
    remove: ({ id }) => say(lists.deleteVesselList, { id }),
  }),
  row(
    notes.noteKind,
    saved(say, notes.saveVesselNote, notes.deleteVesselNote, (text) => ({ mmsi: '419000077', text })),
  ),
  row(
    events.eventKind,
    saved(say, events.addVesselEventsAndDisasters, events.removeVesselEventsAndDisasters, (title) => ({
      ...events.addVesselEventsAndDisasters.example,
      title,
    })),
  ),
  row(
    tracks.trackKind,
    saved(say, tracks.insertUpdateManualTrack, tracks.deleteManualTrack, (name) => ({
      name,
      kind: 'POINT',
      points: [{ lat: 10, lon: 72 }],
    })),
  ),
  row(exerciseKind, {
    add: (name) => say(saveExercise, { name, players: [`test-${WATCHER}`] }),
    change: (made) => say(saveExercise, { ...over(made), name: 'Changed', players: [`test-${WATCHER}`] }),
    hide: (made) => say(saveExercise, { ...over(made), name: 'Hidden' }),
  }),
  row(boundaryKind, {
    ask: (call) => (query) => call(getEez, { geometry: false, limit: 500, ...query }),
    also: (held) => {
      const { approx, kind, country } = held as Eez
      return approx ? [] : [`computed-${kind}-${country}`]
    },
    add: (name) => say(addEez, { name, country: 'IND', geometry: OUTLINE, source: 'survey' }),
    change: (made) => say(updateEez, { ...over(made), country: 'LKA' }),
    remove: ({ id }) => say(deleteEez, { id }),
  }),
  row(portKind, {
    // Those of one country: of all there are several pages.
    ask: (call) => (query) => call(getPorts, { shapes: false, country: 'LK', limit: 500, ...query }),
    add: (name) => say(addPort, { ...addPort.example, name, country: 'LK' }),
    change: (made) => say(updatePort, { ...over(made), radius_nm: 3 }),
    remove: ({ id }) => say(deletePort, { id }),
  }),
]

const besideIt = (desk: Desk, say: Say): Row[] => [
  row(
    filterKind,
    saved(say, saveAisFilter, deleteAisFilter, (name) => ({ name, filter: {} })),
  ),
  row(settings.profileKind, {
    add: (name, scope) => say(settings.addMapProfile, { ...settings.addMapProfile.example, name, scope }),
    change: (made) => say(settings.updateMapProfile, { ...over(made), zoom: 7 }),
    hide: (made) => say(settings.updateMapProfile, { ...over(made), scope: 'PRIVATE' }),
    remove: ({ id }) => say(settings.deleteMapProfile, { id }),
  }),
  row(settings.pageKind, {
    ask: (call) => async () => ({ items: [await call(settings.staticPage, { key: 'help' })], next: null }),
    add: async () => ({
      id: 'help',
      version: (await desk.call(settings.staticPage, { key: 'help' })).version,
    }),
    change: async ({ version }) => {
      const text = { title: 'Help', body_md: `After ${version}` }
      return say(settings.updateStatic, { key: 'help', ...text, expected_version: version })
    },
  }),
  row(blacklistKind, {
    ask:
      (call) =>
      async ({ ids }) => ({
        items: (await call(getBlacklist, ids === undefined ? {} : { ids })) as Item[],
        next: null,
      }),
    add: async () => {
      const mmsi = aShip()
      await say(addToBlacklist, { mmsi, reason: 'seen' })
      return { id: mmsi, version: 1 }
    },
    remove: ({ id }) => say(removeFromBlacklist, { mmsi: id }),
  }),
  row(
    replay.bookmarkKind,
    saved(say, replay.saveReplayBookmark, replay.deleteReplayBookmark, (title) => ({
      title,
      at: AT,
      link: '/home/map/replay',
    })),
  ),
  row(
    replay.recordingKind,
    saved(say, replay.saveRecording, replay.deleteRecording, (name) => ({ name })),
  ),
  ...ofDesk(say),
  row(rules.ruleKind, {
    add: (name, visibility) => say(rules.createRule, { ...rules.createRule.example, name, visibility }),
    change: (made) => say(rules.updateRule, { ...over(made), severity: 'HIGH' }),
    hide: (made) => say(rules.updateRule, { ...over(made), visibility: 'PRIVATE' }),
    remove: ({ id }) => say(rules.deleteRule, { id }),
  }),
  ofDefinitions(say),
  ofPolicies(say),
  row(detectorKind, ofDetectors(say)),
  ofTheWatcher(desk),
]

const ofDefinitions = (say: Say): Row =>
  row(alerts.alertDefinitionKind, {
    add: (name, visibility) =>
      say(alerts.createAlertDefinition, { ...alerts.createAlertDefinition.example, name, visibility }),
    change: (made) => say(alerts.editAlertDefinition, { ...over(made), severity: 'LOW' }),
    hide: (made) => say(alerts.editAlertDefinition, { ...over(made), visibility: 'PRIVATE' }),
    remove: ({ id }) => say(alerts.deleteAlertDefinition, { id, reason: 'over' }),
  })

const ofDesk = (say: Say): Row[] => [
  row(
    analyses.analysisKind,
    saved(say, analyses.saveAnalysis, analyses.deleteAnalysis, (name) => ({
      ...analyses.saveAnalysis.example,
      name,
    })),
  ),
  row(
    dashboards.dashboardKind,
    saved(say, dashboards.saveDashboard, dashboards.deleteDashboard, (name) => ({
      ...dashboards.saveDashboard.example,
      name,
    })),
  ),
  row(
    reports.reportTemplateKind,
    saved(say, reports.saveReportTemplate, reports.deleteReportTemplate, (name) => ({
      ...reports.saveReportTemplate.example,
      name,
    })),
  ),
]

const ofPolicies = (say: Say): Row =>
  row(policies.escalationPolicyKind, {
    add: (name, visibility) =>
      say(policies.createEscalationPolicy, { ...policies.createEscalationPolicy.example, name, visibility }),
    change: (made) => say(policies.editEscalationPolicy, { ...over(made), repeat_min: 30 }),
    hide: (made) => say(policies.editEscalationPolicy, { ...over(made), visibility: 'PRIVATE' }),
    remove: ({ id }) => say(policies.deleteEscalationPolicy, { id, reason: 'over' }),
  })

/** They are there from the beginning and none goes: another is set instead of made. */
function ofDetectors(say: Say): Omit<Row, 'kind'> {
  let next = 0
  const set = (made: Made, fields: object) => say(updateDetector, { ...over(made), reason: 'x', ...fields })
  return {
    add: async () => {
      const { items } = (await say(getDetectors, {})) as unknown as { items: Made[] }
      return set(items[next++ % items.length]!, { enabled: false })
    },
    change: (made) => set(made, { enabled: true }),
  }
}

/** Creates the row of a user's own objects, changed on another screen of that user. */
function ofTheWatcher(desk: Desk): Row {
  let watcher: ReturnType<Desk['logIn']> | undefined
  const say = async (op: Named, input: object) =>
    setAt(await (watcher ??= desk.logIn(WATCHER, PASSWORD)))(op, input)
  const wish = { happenings: ['ARRIVAL'], near_nm: null, severity: null }
  return row(subscriptionKind, {
    add: () => say(addSubscription, { target: { kind: 'VESSEL', id: aShip() }, ...wish }),
    change: (made) => say(updateSubscription, { ...over(made), ...wish, severity: 'CRITICAL' }),
    remove: ({ id }) => say(deleteSubscription, { id }),
  })
}

/** A screen that holds everything, on a socket that can be cut. */
export class Screen {
  readonly rows: Row[]
  readonly stored: ObjectStore<Item>[]
  readonly queries: StoreQuery<Item>[]
  readonly picture: Watcher
  readonly socket: Watcher['socket']
  /** Number of times each kind was read whole. */
  readonly wholes = new Map<string, number>()
  #position = new Position(Date.now() - 250)

  constructor(rows: Row[], base: string, who: Awaited<ReturnType<TestServer['logIn']>>) {
    const keepers = new ObjectStores()
    this.rows = rows
    this.queries = rows.map(({ kind, ask }) => {
      const plain: StoreQuery<Item> = (query) => who.call(kind.list!, { limit: 500, ...query })
      return ask?.(who.call) ?? plain
    })
    this.stored = rows.map(({ kind, also }, i) => {
      const ask: StoreQuery<Item> = (query) => {
        if (query.ids === undefined) this.wholes.set(kind.table, (this.wholes.get(kind.table) ?? 0) + 1)
        return this.queries[i]!(query)
      }
      return keepers.add(new ObjectStore<Item>(kind, { ask, asOf: () => undefined, ...(also && { also }) }))
    })
    this.picture = new Watcher(base, who.token)
    this.socket = this.picture.socket
    this.socket.auth = (authenticate) => authenticate({ token: who.token, resume: this.#position.resume })
    this.socket.onAny((wire: string, payload: unknown, beside: unknown) => {
      keepers.applyPush(wire, payload)
      this.#position.heard(wire, payload, beside)
    })
    for (const store of this.stored) store.hold()
  }
  /** Resets the position to one so old that no server knows what the screen missed. */
  forget() {
    this.#position = new Position(0)
  }
  holds(i: number, id: string) {
    return this.stored[i]!.use.getState().byId.has(id)
  }
}

/** Checks the rule of every push: a screen holds what a new query returns. */
export async function expectHeldEqualsFresh(screen: Screen) {
  for (const [i, { kind }] of screen.rows.entries()) {
    const held = () => screen.stored[i]!.use.getState()
    let fresh: Item[] = []
    const isSame = async () => {
      fresh = (await screen.queries[i]!({})).items.sort(kind.order)
      return JSON.stringify(held().rows) === JSON.stringify(fresh)
    }
    await until(isSame, `the ${kind.noun}s held are the fresh ones`).catch(() => undefined)
    expect({ of: kind.table, rows: held().rows, fault: held().fault }).toEqual({
      of: kind.table,
      rows: fresh,
      fault: null,
    })
  }
}
