import { Button, MultiSelect } from '@mantine/core'
import { EVENT_STATUSES, type VesselEvent } from '@samudra/contract/events'
import {
  CATEGORY_LOOKS,
  EVENT_CATEGORIES,
  eventTypeOf,
  LISTED_TYPES,
  SEVERITIES,
} from '@samudra/contract/event-types'
import { DETECTED_EVENT_LABELS, SEVERITY_LABELS } from '@samudra/contract/labels'
import { EVENT_ORIGINS, getFilteredVesselEvents } from '@samudra/contract/rule-events'
import { ruleResultsChanged } from '@samudra/contract/rule-news'
import { boxOf } from '@samudra/nautical/polygons/box'
import { useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { Beside } from '../../../kit/pages/Beside.tsx'
import { useAreaName } from '../../../kit/figures/area-name.ts'
import { Narrowing } from '../../../kit/pages/Narrowing.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { Nothing } from '../../../kit/pages/States.tsx'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { TeamButtons } from '../../../kit/share/TeamButtons.tsx'
import type { Column } from '../../../kit/tables/table.ts'
import { Table } from '../../../kit/tables/Table.tsx'
import { countWords } from '../../../kit/text/quantity-text.ts'
import { SeverityChip } from '../../../kit/text/SeverityChip.tsx'
import { When } from '../../../kit/text/When.tsx'
import { usePush } from '../../../wire/push.ts'
import { rowId } from '../../../wire/pages-again.ts'
import { useStale } from '../../../wire/use-answer.ts'
import { usePages } from '../../../wire/use-pages.ts'
import { isDetected, showDetected } from './show-detected.ts'
import { showEvent } from './show-event.ts'

const typeText = (code: string) => eventTypeOf(code)?.label ?? code
const COLUMNS: readonly Column<VesselEvent>[] = [
  {
    key: 'title',
    label: 'Event',
    width: 'minmax(140px, 2fr)',
    isHead: true,
    cell: ({ title }) => title,
    value: ({ title }) => title,
  },
  {
    key: 'type',
    label: 'Type',
    width: 'minmax(100px, 1fr)',
    cell: ({ type }) => typeText(type),
    value: ({ type }) => typeText(type),
  },
  {
    key: 'severity',
    label: 'Severity',
    width: '120px',
    cell: ({ severity }) => <SeverityChip severity={severity} />,
    value: ({ severity }) => severity,
  },
  {
    key: 'start_at',
    label: 'Start',
    width: '180px',
    cell: ({ start_at }) => <When at={start_at} />,
    value: ({ start_at }) => start_at,
  },
  {
    key: 'mmsis',
    label: 'Vessels',
    width: 'minmax(100px, 1fr)',
    cell: ({ mmsis }) => mmsis.join(', '),
    value: ({ mmsis }) => mmsis.join(' '),
  },
  {
    key: 'status',
    label: 'Status',
    width: 'minmax(90px, 1fr)',
    cell: ({ status }) => DETECTED_EVENT_LABELS[status],
    value: ({ status }) => DETECTED_EVENT_LABELS[status],
  },
]
const TYPES = LISTED_TYPES.map(({ code, label }) => ({ value: code, label }))
const CATEGORIES = EVENT_CATEGORIES.map((value) => ({ value, label: CATEGORY_LOOKS[value].label }))

const listOf = (text: string) => text.split(',').filter((one) => one !== '')
const instantOrNull = (text: string) => (Number.isNaN(Date.parse(text)) ? null : Date.parse(text))

/** Returns the wanted types: those named, and all of the named categories; undefined for every type. */
export function typesWanted(types: readonly string[], categories: readonly string[]): string[] | undefined {
  if (types.length === 0 && categories.length === 0) return undefined
  const ofCategories = LISTED_TYPES.filter(({ category }) => categories.includes(category))
  return [...new Set([...types, ...ofCategories.map(({ code }) => code)])]
}

/** Fields that a figure gives to its list. */
const NARROWED = ['found_from', 'found_to', 'origin', 'severities', 'statuses', 'area'] as const
const NOT_NARROWED = Object.fromEntries(NARROWED.map((field) => [field, null]))
const among = <Value extends string>(values: readonly Value[], text: string) =>
  values.filter((value) => listOf(text).includes(value))

/** Conditions of the figure whose list this is: as the query has them, and in words. */
function useNarrowed(valueOf: (name: string) => string) {
  const [foundFrom, foundTo, area] = [valueOf('found_from'), valueOf('found_to'), valueOf('area')]
  const [originText, severityText] = [valueOf('origin'), valueOf('severities')]
  const statusText = valueOf('statuses')
  const areaName = useAreaName(area)
  return useMemo(() => {
    const [origin] = among(EVENT_ORIGINS, originText)
    const [severities, statuses] = [among(SEVERITIES, severityText), among(EVENT_STATUSES, statusText)]
    const input = {
      ...(instantOrNull(foundFrom) === null ? {} : { found_from: foundFrom }),
      ...(instantOrNull(foundTo) === null ? {} : { found_to: foundTo }),
      ...(origin === undefined ? {} : { origin }),
      ...(severities.length === 0 ? {} : { severities }),
      ...(statuses.length === 0 ? {} : { statuses }),
      ...(area === '' ? {} : { area_id: area }),
    }
    const parts = [
      ...(origin === undefined ? [] : [ORIGIN_WORDS[origin]]),
      ...severities.map((one) => SEVERITY_LABELS[one]),
      ...statuses.map((one) => DETECTED_EVENT_LABELS[one]),
      ...(area === '' ? [] : [areaName]),
    ]
    return { input, words: { from: foundFrom, to: foundTo, parts } }
  }, [foundFrom, foundTo, originText, severityText, statusText, area, areaName])
}
const ORIGIN_WORDS = { DETECTED: 'Found by detectors', REPORTED: 'Reported by users' }

/** Events that were detected or reported, the latest first, by type, category and time. */
export function Component() {
  const { valueOf, put, putAll, goTo } = useAddress()
  const narrowed = useNarrowed(valueOf)
  const makeStale = useStale()
  usePush(ruleResultsChanged, () => makeStale(getFilteredVesselEvents))
  const [typesText, categoryText, from, to] = [
    valueOf('types'),
    valueOf('category'),
    valueOf('from'),
    valueOf('to'),
  ]
  const input = useMemo(() => {
    const types = typesWanted(listOf(typesText), listOf(categoryText))
    return {
      ...(types === undefined ? {} : { types }),
      ...(instantOrNull(from) === null ? {} : { from }),
      ...(instantOrNull(to) === null ? {} : { to }),
      ...narrowed.input,
    }
  }, [typesText, categoryText, from, to, narrowed.input])
  const { first, table } = usePages(getFilteredVesselEvents, input, { rowKey: rowId })
  const open = table.rows.find(({ id }) => id === valueOf('open'))
  const putTime = (name: string, at: number | null) => {
    if (at === null) put(name, null)
    else if (!Number.isNaN(at)) put(name, new Date(at).toISOString())
  }
  return (
    <Page
      title="Events"
      subtitle={first === undefined ? '' : countWords(first.total, 'event', 'events')}
      actions={
        <>
          <Narrowing {...narrowed.words} onEnd={() => putAll(NOT_NARROWED)} />
          <MultiSelect
            size="xs"
            w={190}
            clearable
            searchable
            aria-label="Types"
            placeholder={typesText === '' ? 'Any type' : ''}
            data={TYPES}
            value={listOf(typesText)}
            onChange={(value) => put('types', value.join(','))}
          />
          <MultiSelect
            size="xs"
            w={190}
            clearable
            aria-label="Categories"
            placeholder={categoryText === '' ? 'Any category' : ''}
            data={CATEGORIES}
            value={listOf(categoryText)}
            onChange={(value) => put('category', value.join(','))}
          />
          <TimeField
            aria-label="From"
            size="xs"
            value={instantOrNull(from)}
            onChange={(at) => putTime('from', at)}
          />
          <TimeField
            aria-label="To"
            size="xs"
            value={instantOrNull(to)}
            onChange={(at) => putTime('to', at)}
          />
        </>
      }
    >
      <Beside
        label="Event"
        details={
          open === undefined ? (
            <p className="dim">Choose an event to see its details.</p>
          ) : (
            <Details event={open} />
          )
        }
      >
        <Table
          label="Events"
          name="events"
          csv="events.csv"
          columns={COLUMNS}
          selected={open?.id ?? null}
          onOpen={({ id }) => put('open', id)}
          {...table}
          onSearch={goTo}
          isLive
          empty={
            <Nothing title="No events match these filters" hint="Choose another type or a longer period." />
          }
        />
      </Beside>
    </Page>
  )
}

function Details({ event }: { event: VesselEvent }) {
  const navigate = useNavigate()
  const {
    id,
    title,
    text,
    type,
    category,
    severity,
    start_at,
    end_at,
    mmsis,
    explanation,
    geometry,
    status,
  } = event
  const show = () => {
    if (isDetected(id)) showDetected(id, boxOf(geometry))
    else showEvent(event)
    void navigate('/home/main/map')
  }
  return (
    <section className="event-details" aria-label={title}>
      <h2>{title}</h2>
      <dl className="facts">
        <dt>Type</dt>
        <dd>
          {typeText(type)}, {CATEGORY_LOOKS[category].label}
        </dd>
        <dt>Severity</dt>
        <dd>
          <SeverityChip severity={severity} /> {DETECTED_EVENT_LABELS[status]}
        </dd>
        <dt>Time</dt>
        <dd>
          <When at={start_at} />
          {end_at === null ? ', active' : null}
          {end_at !== null && (
            <>
              {' to '}
              <When at={end_at} />
            </>
          )}
        </dd>
        <dt>Vessels</dt>
        <dd>
          {mmsis.length === 0 && 'None'}
          {mmsis.map((mmsi) => (
            <Link key={mmsi} to={`/home/vesselsDetails/${mmsi}`}>
              {mmsi}
            </Link>
          ))}
        </dd>
      </dl>
      {text !== '' && <p>{text}</p>}
      {explanation !== null && explanation !== text && <p className="dim">{explanation}</p>}
      <div className="state-buttons">
        <Button size="xs" onClick={show}>
          Show on the map
        </Button>
        <TeamButtons card={{ kind: 'event', id, label: title }} size="xs" />
      </div>
    </section>
  )
}
