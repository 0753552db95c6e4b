import type { AlertState } from '@samudra/contract/alert-workflow'
import { alertsChanged, getAlerts, type Alert, type AlertGroup } from '@samudra/contract/alerts'
import { SEVERITIES } from '@samudra/contract/event-types'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { usePush } from '../../../../wire/push.ts'
import { useAnswer } from '../../../../wire/use-answer.ts'
import { usePages } from '../../../../wire/use-pages.ts'
import { useHeldMarks } from '../marks.store.ts'
import { fitsNarrowing, type AlertNarrowing } from './alert-narrowing.ts'
import { countsOf, rowsAfter } from './pushed.ts'

export const ALL = 'ALL'
const alertId = ({ id }: Alert) => id

/**
 * Returns alerts of a state and severity with their groups and counts. While groups are open the list shows the alerts of
 * `group`, or those of no group. Pushed alerts change rows and counts of waiting alerts at once; groups and the other
 * counts are read again soon after.
 */
export function useAlertList(state: string, severity: string, query: string, narrow: AlertNarrowing | null) {
  const { marks, isRead, isTruncated, pushed } = useHeldMarks()
  const grave = severity === '' ? {} : { severity: severity as Alert['severity'] }
  useFiguresSoon()
  const { data: all } = useAnswer(getAlerts, { limit: 1, ...grave }, { keep: true })
  // A list of a figure shows all that the figure counts in one table.
  const isNarrow = narrow !== null
  const groups = useMemo(() => (isNarrow ? [] : gravestFirst(all?.groups ?? [])), [all, isNarrow])
  const isThere = all === undefined || groups.some(({ group_key }) => group_key === query)
  const group = isThere && !isNarrow ? query : ''
  const isGrouped = groups.some(({ open }) => open > 0)
  const ofState = state === ALL ? {} : { state: state as AlertState }
  const ofGroup = group !== '' || isGrouped ? { group } : {}
  const { first, table } = usePages(
    getAlerts,
    { ...narrow, ...grave, ...ofState, ...ofGroup },
    { rowKey: alertId },
  )
  const { rows: read, hasMore } = table
  const rows = useMemo(() => {
    const keys = new Set(groups.map(({ group_key }) => group_key))
    const fits = (alert: Alert) =>
      (state === ALL || alert.state === state) &&
      (severity === '' || alert.severity === severity) &&
      (narrow === null || fitsNarrowing(alert, narrow)) &&
      (group !== ''
        ? alert.group_key === group
        : !isGrouped || alert.group_key === null || !keys.has(alert.group_key))
    return rowsAfter(read, pushed, { fits, hasMore })
  }, [read, hasMore, pushed, state, severity, group, groups, isGrouped, narrow])
  const counts = useMemo(
    () =>
      all === undefined
        ? undefined
        : { ...all.counts.state, ...(isRead && !isTruncated ? countsOf(marks.values(), severity) : {}) },
    [all, marks, isRead, isTruncated, severity],
  )
  return { counts, groups, group, total: first?.total, table: { ...table, rows } }
}

/** Groups in the order in which they are looked at; of those as grave as each other the latest first. */
const gravestFirst = (groups: readonly AlertGroup[]) =>
  groups.toSorted((a, b) => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity))

/** Delay after a push before groups and counts are read again. */
const FIGURES_MS = 1000

/** Reads groups and counts, but no rows, again once after the pushes of a second. */
function useFiguresSoon() {
  const queries = useQueryClient()
  const waiting = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  usePush(alertsChanged, () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined
      void queries.invalidateQueries({
        queryKey: [getAlerts.name],
        predicate: ({ queryKey: [, input] }) => (input as { limit?: number }).limit === 1,
      })
    }, FIGURES_MS)
  })
}
