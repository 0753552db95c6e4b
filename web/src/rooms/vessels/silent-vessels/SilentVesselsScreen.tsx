import { Button, Select, Switch } from '@mantine/core'
import {
  getSilentVessels,
  SILENCE_CONFIDENCES,
  SILENT_FROM_MIN,
  SilenceConfidence,
  SilenceSort,
  type SilentVessel,
} from '@samudra/contract/silent-vessels'
import { ShipTypeGroup } from '@samudra/contract/filter'
import { IconDownload } from '@tabler/icons-react'
import { Beside } from '../../../kit/pages/Beside.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { countText, countWords } from '../../../kit/text/quantity-text.ts'
import { saveFile } from '../../../kit/save-file.ts'
import { Nothing } from '../../../kit/pages/States.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import { csvOfTable } from '../../../kit/tables/table.ts'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { usePages } from '../../../wire/use-pages.ts'
import { SILENCE_COLUMNS } from './silence-columns.tsx'
import { CONFIDENCE_WORDS, durationText } from './silence-words.ts'
import { SilenceDetails } from './SilenceDetails.tsx'
import './silent-vessels.css'

const EVERY_MS = 60_000
const PAGE = 500
/** Rows of a file; more vessels cannot be on the picture of one centre at once. */
const MOST_SAVED = 50_000
const MINUTES = [10, 20, 60, 120, 360, 720, 1440]
const SPANS = MINUTES.map((minutes) => ({
  value: String(minutes),
  label: `Silent ${durationText(minutes)} or more`,
}))
const CONFIDENCES = SILENCE_CONFIDENCES.map((value) => ({ value, label: CONFIDENCE_WORDS[value] }))
const LONGEST_FIRST = { by: 'silent', isDown: true }

type Query = {
  min_silent_min?: number
  confidence?: SilenceConfidence
  ship_type?: SilentVessel['ship_type']
  under_way?: true
  sort?: SilenceSort
}
const rowKey = ({ contact_id }: SilentVessel) => String(contact_id)

/** Vessels that are not received any more: list, evidence and reachable area; the address holds the query. */
export function Component() {
  const { valueOf, put, goTo, sorting, onSort } = useAddress()
  const request = readQuery(valueOf)
  const { first, table } = usePages(getSilentVessels, request, { rowKey, everyMs: EVERY_MS })
  const open = table.rows.find((one) => rowKey(one) === valueOf('open')) ?? null
  const save = useSaved(request)
  const minutes = request.min_silent_min ?? SILENT_FROM_MIN
  const list = (
    <>
      {first !== undefined && <Summary of={first} />}
      {save.fault !== null && <p role="alert">{save.fault.message}</p>}
      <Table
        label="Silent vessels"
        name="silent-vessels"
        columns={SILENCE_COLUMNS}
        selected={open === null ? null : rowKey(open)}
        onOpen={(one) => put('open', rowKey(one))}
        onSearch={goTo}
        {...table}
        sorting={sorting ?? LONGEST_FIRST}
        onSort={onSort}
        isLive
        empty={<None of={first} minutes={minutes} />}
      />
    </>
  )
  return (
    <Page
      title="Silent vessels"
      subtitle={first === undefined ? '' : countWords(first.total, 'vessel')}
      actions={
        <>
          <Filters query={request} put={put} />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            loading={save.isBusy}
            onClick={() => void save.run()}
          >
            CSV
          </Button>
        </>
      }
    >
      {open === null || first === undefined ? (
        <div className="silence-list">{list}</div>
      ) : (
        <Beside
          label="Silent vessel"
          details={<SilenceDetails of={open} asOf={first.as_of} close={() => put('open', null)} />}
        >
          {list}
        </Beside>
      )}
    </Page>
  )
}

function readQuery(valueOf: (name: string) => string): Query {
  const minutes = Number(valueOf('min'))
  const confidence = SilenceConfidence.safeParse(valueOf('confidence'))
  const type = ShipTypeGroup.safeParse(valueOf('ship_type'))
  const sort = SilenceSort.safeParse(valueOf('sort'))
  return {
    ...(MINUTES.includes(minutes) ? { min_silent_min: minutes } : {}),
    ...(confidence.success ? { confidence: confidence.data } : {}),
    ...(type.success ? { ship_type: type.data } : {}),
    ...(valueOf('under_way') === '1' ? { under_way: true as const } : {}),
    ...(sort.success ? { sort: sort.data } : {}),
  }
}

/** Saves every vessel of the query, also those that were not scrolled to. */
const useSaved = (request: Query) =>
  useAction(async () => {
    const rows: SilentVessel[] = []
    let cursor: string | null = null
    do {
      const page: { items: SilentVessel[]; next: string | null } = await call(getSilentVessels, {
        ...request,
        limit: PAGE,
        ...(cursor === null ? {} : { cursor }),
      })
      rows.push(...page.items)
      cursor = page.next
    } while (cursor !== null && rows.length < MOST_SAVED)
    saveFile('silent-vessels.csv', 'text/csv', new TextEncoder().encode(csvOfTable(rows, SILENCE_COLUMNS)))
  })

type Answer = Extract<ReturnType<typeof getSilentVessels.output>, { ok: true }>['value']

function Summary({ of }: { of: Answer }) {
  const parts = SILENCE_CONFIDENCES.filter((one) => of.counts[one] > 0).map(
    (one) => `${CONFIDENCE_WORDS[one].toLowerCase()} ${countText(of.counts[one])}`,
  )
  return (
    <div className="silence-summary" role="status">
      <p>
        {countWords(of.examined, 'vessel')} examined at <When at={of.as_of} />
        {parts.length > 0 && `. Confidence: ${parts.join(', ')}`}.
        {of.learned_days === 0
          ? ' Coverage is not learned yet: confidence comes from the vessels nearby, medium at most.'
          : ` Coverage is learned from ${countWords(of.learned_days, 'day')}.`}
      </p>
      {of.down_sources.map(({ source, last_message_at }) => (
        <p key={source} className="silence-down">
          Source {source} is down: vessels that only it received are not assessed.
          {last_message_at !== null && (
            <>
              {' '}
              Last message <When at={last_message_at} />.
            </>
          )}
        </p>
      ))}
    </div>
  )
}

/** An empty list states what was examined, so that it does not read as an all-clear. */
function None({ of, minutes }: { of: Answer | undefined; minutes: number }) {
  if (of === undefined || of.examined === 0)
    return (
      <Nothing
        title="No vessel was examined"
        hint="You see no vessel in the picture. Check the feeds on the System screen."
      />
    )
  const hint =
    of.down_sources.length > 0
      ? 'Vessels of the sources above are not assessed.'
      : 'Choose a shorter time or fewer conditions to see more.'
  return (
    <Nothing
      title={`None of ${countWords(of.examined, 'examined vessel')} is silent for ${durationText(minutes)} with these conditions`}
      hint={hint}
    />
  )
}

function Filters({
  query: request,
  put,
}: {
  query: Query
  put: (name: string, value: string | null) => void
}) {
  return (
    <>
      <Select
        size="xs"
        w={190}
        aria-label="Silent for at least"
        allowDeselect={false}
        data={SPANS}
        value={String(request.min_silent_min ?? SILENT_FROM_MIN)}
        onChange={(value) => put('min', value === String(SILENT_FROM_MIN) ? null : value)}
      />
      <Select
        size="xs"
        w={140}
        clearable
        aria-label="Confidence"
        placeholder="Any confidence"
        data={CONFIDENCES}
        value={request.confidence ?? null}
        onChange={(value) => put('confidence', value)}
      />
      <Select
        size="xs"
        w={140}
        clearable
        aria-label="Type"
        placeholder="Any type"
        data={[...ShipTypeGroup.options]}
        value={request.ship_type ?? null}
        onChange={(value) => put('ship_type', value)}
      />
      <Switch
        size="xs"
        label="Was under way"
        checked={request.under_way === true}
        onChange={({ currentTarget }) => put('under_way', currentTarget.checked ? '1' : null)}
      />
    </>
  )
}
