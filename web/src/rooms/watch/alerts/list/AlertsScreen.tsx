import { ALERT_STATE_LABELS, SEVERITY_LABELS } from '@samudra/contract/labels'
import { Select } from '@mantine/core'
import { ALERT_STATES, type AlertState } from '@samudra/contract/alert-workflow'
import { getAlerts, laterOf, type Alert, type AlertGroup } from '@samudra/contract/alerts'
import { eventTypeOf, SEVERITIES } from '@samudra/contract/event-types'
import { useMemo, useRef, useState } from 'react'
import { Beside } from '../../../../kit/pages/Beside.tsx'
import { Narrowing } from '../../../../kit/pages/Narrowing.tsx'
import { Page } from '../../../../kit/pages/Page.tsx'
import { countText, countWords } from '../../../../kit/text/quantity-text.ts'
import { Nothing } from '../../../../kit/pages/States.tsx'
import { Table } from '../../../../kit/tables/Table.tsx'
import type { Choosing, ShownRows } from '../../../../kit/tables/table.ts'
import { useAddress } from '../../../../kit/pages/use-address.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { columnsOf } from './alert-columns.tsx'
import { ALERT_NARROWED, narrowingIn, narrowingPart, type AlertNarrowing } from './alert-narrowing.ts'
import { AlertPages } from './AlertPages.tsx'
import { SelectedAlert, useRefusedDecisions } from './SelectedAlert.tsx'
import { Segments } from '../../../../kit/forms/Segments.tsx'
import { later } from '../../../../kit/pages/later.tsx'
import { shipsOf } from '../actions/action-choices.ts'
import { useDesk } from '../desk/desk.store.ts'
import { AlertGroups } from './AlertGroups.tsx'
import { GroupDetails } from './GroupDetails.tsx'
import { useMarks } from '../marks.store.ts'
import { SelectionDetails } from './SelectionDetails.tsx'
import { ALL, useAlertList } from './use-alert-list.ts'
import { undo } from '../actions/use-alert-actions.ts'
import { useKey } from '../actions/use-key.ts'
import { useSelection } from './use-selection.ts'
import './alerts.css'

const FoundMap = later(
  () => import('../../../../map/explanation/FoundMap.tsx').then((code) => code.FoundMap),
  {
    Meanwhile: () => <div className="found-map" />,
  },
)
/** Where it was; what is of a source has no place. */
const AlertMap = ({ of }: { of: Alert }) =>
  of.position === null ? null : (
    <FoundMap
      {...of.position}
      first_at={of.began_at}
      last_at={of.ended_at ?? of.last_at}
      one={{ mmsi: of.mmsi, split: of.split_id }}
      other={{ mmsi: of.other_mmsi, split: of.other_split_id ?? 0 }}
      who={shipsOf(of)}
    />
  )

const SEVERITY_DATA = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }))

/** Lists alerts and their actions; the keyboard alone is enough. */
export function Component() {
  const { valueOf, put, putAll, goTo } = useAddress()
  const state = valueOf('state') === '' ? 'NEW' : valueOf('state')
  const severity = valueOf('severity')
  const part = narrowingPart(valueOf)
  const narrow = useMemo(() => narrowingIn(part), [part])
  const { counts, groups, group, total, table } = useAlertList(state, severity, valueOf('group'), narrow)
  const shown = useShown(table, valueOf('open'), (id) => put('open', id))
  const refused = useRefusedDecisions(shown.open)
  const goOn = nextGroup(groups, group)
  const atHand = groups.find(({ group_key }) => group_key === group)
  // A group stands at hand as a whole until one of its alerts is opened.
  const show = (next: string) => {
    shown.leave()
    putAll({ group: next, open: '' })
  }
  useKey((key) => {
    const isThrough = key === 'j' && table.rows.length === 0 && !table.isWaiting
    if ((isThrough || key === 'g') && goOn !== group) show(goOn)
  })
  return (
    <Page
      title="Alerts"
      subtitle={subtitleOf(narrow !== null, counts, total)}
      actions={
        <>
          <AlertPages />
          {narrow !== null && <OfFigure narrow={narrow} end={() => putAll(NOT_NARROWED)} />}
          <Segments
            label="State"
            data={[...ALERT_STATES, ALL].map((value) => ({ value, label: wordsOf(value, counts) }))}
            value={state}
            onChange={(value) => put('state', value)}
          />
          <Select
            size="xs"
            w={140}
            clearable
            aria-label="Severity"
            placeholder="Any severity"
            data={SEVERITY_DATA}
            value={severity === '' ? null : severity}
            onChange={(value) => put('severity', value)}
          />
        </>
      }
    >
      <Beside
        details={
          shown.selected.length > 1 ? (
            <SelectionDetails
              alerts={shown.selected}
              onClear={shown.clear}
              onDecided={shown.leaveSelection}
            />
          ) : shown.alert === null && atHand !== undefined ? (
            <GroupAtHand key={atHand.group_key} of={atHand} />
          ) : shown.alert === null ? (
            <p className="dim">
              Select an alert. <kbd>J</kbd> and <kbd>K</kbd> next and previous, <kbd>G</kbd> to the next
              group, <kbd>Z</kbd> undo. Hold <kbd>Shift</kbd> to select several.
            </p>
          ) : (
            <>
              <AlertMap of={shown.alert} />
              <SelectedAlert
                key={shown.alert.id}
                of={shown.alert}
                openNext={shown.openNext}
                {...refused.of(shown.alert.id)}
              />
            </>
          )
        }
      >
        <AlertGroups
          groups={groups}
          shown={group}
          onShow={show}
          onAll={shown.alert === null ? null : () => shown.open('')}
        />
        <Table
          label="Alerts"
          columns={columnsOf(state)}
          selected={shown.alert?.id ?? null}
          {...shown.inTable}
          onOpen={({ id }) => shown.open(id)}
          {...table}
          csv="alerts.csv"
          name="alerts"
          onSearch={goTo}
          isLive
          empty={
            <None
              state={state}
              isFiltered={severity !== '' || narrow !== null}
              group={group}
              goOn={goOn}
              isOpen={(atHand?.open ?? 0) > 0}
            />
          }
        />
      </Beside>
    </Page>
  )
}

const NOT_NARROWED = Object.fromEntries(ALERT_NARROWED.map((field) => [field, null]))

/** Conditions of the figure whose list this is. */
function OfFigure({ narrow, end }: { narrow: AlertNarrowing; end: () => void }) {
  const { from = '', to = '', states = [], severities = [], types = [], definition_id } = narrow
  const parts = [
    ...states.map((one) => ALERT_STATE_LABELS[one]),
    ...severities.map((one) => SEVERITY_LABELS[one]),
    ...types.map((one) => eventTypeOf(one)?.label ?? one),
    ...(definition_id === undefined ? [] : ['One definition']),
  ]
  return <Narrowing from={from} to={to} parts={parts.length === 0 ? [] : [parts.join(', ')]} onEnd={end} />
}

/** Counts new alerts, or those of the figure whose list this is. */
function subtitleOf(
  isNarrow: boolean,
  counts: Record<string, number> | undefined,
  total: number | undefined,
) {
  if (isNarrow) return total === undefined ? '' : countWords(total, 'alert')
  return counts === undefined ? '' : countWords(counts.NEW ?? 0, 'new alert')
}

const wordsOf = (state: string, counts: Record<string, number> = {}) => {
  const words = state === ALL ? 'All' : ALERT_STATE_LABELS[state as AlertState]
  const count = counts[state]
  return count === undefined || count === 0 ? words : `${words} ${countText(count)}`
}

/** The group to open after one, of those in which something is open; none when that was the last. */
function nextGroup(groups: readonly AlertGroup[], after: string): string {
  const open = groups.filter(({ open: left, group_key }) => left > 0 || group_key === after)
  return open[open.findIndex(({ group_key }) => group_key === after) + 1]?.group_key ?? ''
}

/** The alert that is open; when it leaves what is shown, it stays at hand until another is opened. */
function useShown(
  { rows, isWaiting }: { rows: readonly Alert[]; isWaiting: boolean },
  query: string,
  put: (id: string) => void,
) {
  // The address follows later, because fast key presses act on the alert the user moved to.
  const [id, setId] = useState(query)
  const open = (next: string) => {
    setId(next)
    put(next)
  }
  const [last, setLast] = useState<Alert | null>(null)
  const place = rows.findIndex((row) => row.id === id)
  // Alert of a link that is on no page that was read.
  const isApart = id !== '' && place < 0 && last?.id !== id && !isWaiting
  const { data: apart } = useAnswer(getAlerts, { id, limit: 1 }, { enabled: isApart })
  const found = rows[place] ?? (isApart ? apart?.items[0] : undefined)
  if (found !== undefined && laterOf(last, found) !== last) setLast(found)
  const alert = last?.id === id ? last : (found ?? null)
  // It may have left the list; what becomes of it is shown all the same.
  const pushed = useMarks(({ pushed }) => pushed.get(id))
  if (pushed !== undefined && laterOf(last, pushed) !== last) setLast(pushed)
  const { onShown, stepFrom, shownRows } = useSteps()
  const { byId, head, choose, clear } = useSelection()
  const onChoose = (to: Alert, how: Choosing) => choose(to, { rows: shownRows(), open: id, how })
  const openAlone = (next: string) => {
    clear()
    open(next)
  }
  useKey((key, isShift) => {
    if (key === 'z') return void undo()
    const step = key === 'j' ? 1 : key === 'k' ? -1 : 0
    const row = step === 0 ? undefined : stepFrom(head === '' ? id : head, step)
    if (row === undefined) return undefined
    return isShift ? onChoose(row, 'RANGE') : openAlone(row.id)
  })
  const openNext = (): boolean => {
    const next = stepFrom(head === '' ? id : head, 1)
    if (next === undefined || next.id === id) return false
    openAlone(next.id)
    return true
  }
  const leave = () => {
    clear()
    setId('')
  }
  // Rows that were decided on may stand in the list for a moment more.
  const leaveSelection = () => {
    const all = shownRows()
    const from = Math.max(
      0,
      all.findIndex((row) => row.id === head),
    )
    const rest = [...all.slice(from), ...all.slice(0, from)].find((row) => !byId.has(row.id))
    clear()
    if (rest !== undefined && useDesk.getState().opensNext) open(rest.id)
  }
  const headPlace = head === '' ? place : rows.findIndex((row) => row.id === head)
  const inTable = {
    onShown: onShown(id),
    chosen: new Set(byId.keys()),
    onChoose,
    ...(headPlace < 0 ? {} : { inSight: headPlace }),
  }
  return {
    alert,
    inTable,
    open: openAlone,
    openNext,
    leave,
    leaveSelection,
    selected: [...byId.values()],
    clear,
  }
}

/** Goes through alerts as they stand in the table, however it is sorted; what waits above it is taken in from its top. */
function useSteps() {
  const shown = useRef<ShownRows<Alert>>({ rows: [], fresh: 0, take: () => undefined })
  const lastPlace = useRef(0)
  const placeOf = (id: string) => shown.current.rows.findIndex((row) => row.id === id)
  const onShown = (id: string) => (next: ShownRows<Alert>) => {
    shown.current = next
    const place = placeOf(id)
    if (place >= 0) lastPlace.current = place
  }
  const stepFrom = (id: string, step: 1 | -1): Alert | undefined => {
    const { rows, fresh, take } = shown.current
    const place = placeOf(id)
    // A decided alert has left the list, and the next is in its place.
    const next = place >= 0 ? place + step : step > 0 ? lastPlace.current : lastPlace.current - 1
    if (next < 0 && fresh > 0) take()
    return rows[Math.max(0, Math.min(rows.length - 1, next))]
  }
  return { onShown, stepFrom, shownRows: () => shown.current.rows }
}

/** A group with the alert of the jam itself, where there is one. */
function GroupAtHand({ of }: { of: AlertGroup }) {
  const id = of.head_id ?? ''
  const { data } = useAnswer(getAlerts, { id, limit: 1 }, { enabled: id !== '', keep: true })
  const head = id === '' ? undefined : data?.items[0]
  return (
    <GroupDetails
      of={of}
      text={head?.text ?? null}
      map={head === undefined ? null : <AlertMap of={head} />}
    />
  )
}

type NoneProps = { state: string; isFiltered: boolean; group: string; goOn: string; isOpen: boolean }
const None = ({ state, isFiltered, group, goOn, isOpen }: NoneProps) =>
  goOn !== group ? (
    <Nothing
      title={
        group === ''
          ? 'All other alerts are in groups'
          : isOpen
            ? 'No alerts of this group in this state'
            : 'No alerts left in this group'
      }
      hint={goOn === '' ? 'J or G shows all.' : 'J or G shows the next group.'}
    />
  ) : isFiltered ? (
    <Nothing title="No alerts match these filters" hint="Choose another severity or state." />
  ) : state === 'NEW' ? (
    <Nothing title="No unassigned alerts" hint="New hits of detectors and rules appear here at once." />
  ) : (
    <Nothing title="No alerts" hint="Choose another state." />
  )
