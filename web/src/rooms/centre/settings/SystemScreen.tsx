import { isAdministrator } from '@samudra/contract/identity'
import {
  getSystemUtils,
  systemUtilization,
  type SystemUtils,
  type UtilsSample,
} from '@samudra/contract/system'
import { useState } from 'react'
import { Page } from '../../../kit/pages/Page.tsx'
import { countText } from '../../../kit/text/quantity-text.ts'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { TimeChart } from '../../../kit/TimeChart.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { When } from '../../../kit/text/When.tsx'
import { usePush } from '../../../wire/push.ts'
import { useSession } from '../../../wire/session.ts'
import { useAnswer } from '../../../wire/use-answer.ts'
import { bytesText } from './bytes-text.ts'
import { FeedHealth } from './FeedHealth.tsx'
import { JobsPart } from './JobsPart.tsx'
import { StoragePart } from './StoragePart.tsx'
import { StationClocks } from './StationClocks.tsx'
import { UnreadData } from './UnreadData.tsx'
import { WebhooksPart } from './WebhooksPart.tsx'
import './settings.css'

const WINDOWS = [
  ['15', '15 min'],
  ['60', '1 h'],
  ['360', '6 h'],
  ['720', '12 h'],
] as const
type Live = {
  summary: Pick<SystemUtils, 'ts' | 'status' | 'uptime_s' | 'components' | 'ingest' | 'version'>
  samples: UtilsSample[]
}

/**
 * Shows the state of the system: feeds first, then its parts, then the machine. Red lines are set by administrators.
 */
export function Component() {
  const [window, setWindow] = useState('60')
  const isAdmin = useSession((state) => state.user !== null && isAdministrator(state.user.role))
  const answer = useAnswer(getSystemUtils, { window_min: Number(window) }, { everyMs: 60_000, keep: true })
  const [live, setLive] = useState<Live | null>(null)
  usePush(systemUtilization, ({ summary, sample }) =>
    setLive((before) => ({
      summary,
      samples: sample === undefined ? [] : [...(before?.samples ?? []).slice(-30), sample],
    })),
  )
  const held = answer.data
  if (held === undefined)
    return (
      <Page title="System">
        {answer.isError ? <Failed error={answer.error} onRetry={() => void answer.refetch()} /> : <Waiting />}
      </Page>
    )
  const now = live !== null && live.summary.ts > held.ts ? live.summary : held
  return (
    <Page
      title="System"
      subtitle={`Version ${now.version}, up ${spell(now.uptime_s)}`}
      actions={
        isAdmin && (
          <Segments
            label="Period"
            data={WINDOWS.map(([value, label]) => ({ value, label }))}
            value={window}
            onChange={setWindow}
          />
        )
      }
    >
      <div className="system">
        <section className="system-part">
          <header>
            <h2>Feeds</h2>
            <span className="state" data-state={now.status}>
              {now.status}
            </span>
            <span className="system-at">
              as of <When at={now.ts} />
            </span>
          </header>
          <FeedHealth feeds={now.ingest} limitS={held.limits?.['feed_p95_s']} />
        </section>
        <StationClocks />
        <UnreadData />
        <section className="system-part">
          <header>
            <h2>Components</h2>
          </header>
          <ul className="components">
            {now.components.map((one) => (
              <li key={one.name}>
                <span className="state" data-state={one.state}>
                  {one.state}
                </span>
                <strong>{one.name}</strong>
                <span>{one.words}</span>
                <span className="components-since">
                  since <When at={one.since} />
                </span>
              </li>
            ))}
          </ul>
        </section>
        {isAdmin && <JobsPart />}
        {isAdmin && <WebhooksPart />}
        {isAdmin && <StoragePart />}
        {held.samples !== undefined && (
          <Machine held={held} samples={joined(held.samples, live?.samples ?? [])} />
        )}
      </div>
    </Page>
  )
}

/** Returns the queried samples, continued by those pushed since. */
function joined(query: UtilsSample[], pushed: UtilsSample[]): UtilsSample[] {
  const last = query.at(-1)?.at ?? ''
  return [...query, ...pushed.filter((sample) => sample.at > last)]
}

const CHARTS = [
  ['cpu_pct', 'Processor', '%', 'cpu_pct'],
  ['mem_pct', 'Memory', '%', 'mem_pct'],
  ['rss_mb', 'Server process memory', 'MB', null],
  ['loop_lag_ms', 'Server event-loop delay', 'ms', 'loop_lag_ms'],
  ['fixes_per_s', 'Positions received', '/s', null],
  ['waiting', 'Positions waiting for storage', '', 'db_waiting'],
  ['clients', 'Open screens', '', null],
  ['out_per_s', 'Sent to screens', 'kB/s', null],
] as const
const MEBIBYTE = 1024 * 1024
/** Factor from a measured value to the unit of its curve. */
const SCALES: Partial<Record<keyof UtilsSample, number>> = { out_per_s: 1e-3, rss_mb: MEBIBYTE / 1e6 }

function Machine({ held, samples }: { held: SystemUtils; samples: UtilsSample[] }) {
  const times = samples.map((sample) => Date.parse(sample.at))
  return (
    <>
      <section className="system-charts" aria-label="Curves">
        {CHARTS.map(([field, label, unit, limitName]) => {
          const values = samples.map((sample) => sample[field] * (SCALES[field] ?? 1))
          const limit = limitName === null ? undefined : held.limits?.[limitName]
          const last = values.at(-1) ?? 0
          return (
            <figure key={field} data-red={limit !== undefined && last > limit}>
              <figcaption>
                <span>{label}</span>
                <strong className="figures">
                  {last.toFixed(last < 100 && unit !== '' ? 1 : 0)} {unit}
                </strong>
                {limit !== undefined && last > limit && <em>above {limit}</em>}
              </figcaption>
              <TimeChart label={label} times={times} values={values} unit={unit} limit={limit} />
            </figure>
          )
        })}
      </section>
      <section className="system-part">
        <header>
          <h2>Machine and database</h2>
        </header>
        <dl className="system-facts">
          <Facts held={held} />
        </dl>
      </section>
    </>
  )
}

function Facts({ held }: { held: SystemUtils }) {
  const { host, process, db, queues, limits } = held
  const facts: [string, string, boolean][] = []
  if (host !== undefined) {
    facts.push(['Load (1 min)', host.load1.toFixed(2), false])
    facts.push(['Memory', `${bytesText(host.mem_used)} of ${bytesText(host.mem_total)}`, false])
    for (const disk of host.disks)
      facts.push([
        `Disk ${disk.mount}`,
        `${bytesText(disk.used)} of ${bytesText(disk.total)}`,
        (100 * disk.used) / disk.total > (limits?.['disk_pct'] ?? 100),
      ])
  }
  if (process !== undefined) {
    const size = (mebibytes: number) => bytesText(mebibytes * MEBIBYTE)
    const total = host === undefined ? '' : ` of ${bytesText(host.mem_total)}`
    facts.push(['Server process memory (RSS)', `${size(process.rss_mb)}${total}`, false])
    const heap = `${size(process.heap_mb)} of at most ${size(process.heap_limit_mb)}`
    facts.push(['Server heap', heap, false])
    facts.push(['Server buffers outside the heap', size(process.external_mb), false])
  }
  if (db !== undefined) {
    facts.push(['Database', `${db.engine}, ${bytesText(db.size)}`, false])
    facts.push(['Connections', countText(db.connections), false])
    facts.push(['Queries over 1 s', countText(db.slow), db.slow > 0])
    if (db.replication_lag_s !== null)
      facts.push(['Replica behind', `${db.replication_lag_s.toFixed(1)} s`, false])
  }
  for (const queue of queues ?? [])
    facts.push([
      `Queue ${queue.name}`,
      `${countText(queue.depth)}, oldest ${queue.oldest_s.toFixed(1)} s`,
      false,
    ])
  return facts.map(([label, value, isRed]) => (
    <div key={label} data-red={isRed}>
      <dt>{label}</dt>
      <dd className="figures">{value}</dd>
    </div>
  ))
}

/** 93784 s as "1 d 2 h". */
function spell(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
  ]
  const from = parts.findIndex(([count]) => count > 0)
  return from < 0
    ? 'less than a minute'
    : parts
        .slice(from, from + 2)
        .map(([count, unit]) => `${count} ${unit}`)
        .join(' ')
}
