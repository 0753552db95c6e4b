import { MOST_ANALYSIS_VESSELS, type Analysis, type AnalysisGroup } from '@samudra/contract/analyses'
import { useMemo } from 'react'
import { Nothing } from '../../../kit/pages/States.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import { countText, countWords } from '../../../kit/text/quantity-text.ts'
import { When } from '../../../kit/text/When.tsx'
import { Flows } from './Flows.tsx'
import { hoursText, vesselColumns } from './vessel-columns.tsx'

/** The answer of an analysis: key figures, what was unusual, groups, flows and the vessels. */
export function AnalysisResult({ analysis }: { analysis: Analysis }) {
  const { vessels, total, box, previous, query, label, to } = analysis
  const isList = box === null
  const columns = useMemo(() => vesselColumns(isList, previous !== null), [isList, previous])
  const name = `${label.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${to.slice(0, 10)}`
  return (
    <>
      <p className="analysis-query">{query}</p>
      <Notes analysis={analysis} />
      <KeyFigures analysis={analysis} isList={isList} />
      {total === 0 && (previous?.totals.vessels ?? 0) === 0 ? (
        <Nothing
          title="No vessel was there in this period"
          hint="Choose a longer period or a larger area. Positions of sources you may not see are not read."
        />
      ) : (
        <>
          <div className="analysis-parts">
            <UnusualPart analysis={analysis} />
            <Groups
              of="Ship type"
              title="By ship type"
              groups={analysis.by_kind}
              isCompared={previous !== null}
            />
            <Groups of="Flag" title="By flag" groups={analysis.by_flag} isCompared={previous !== null} />
          </div>
          <Flows analysis={analysis} name={name} />
          <section className="analysis-vessels" aria-label="Vessels">
            <h2>{vesselsTitle(total)}</h2>
            <Table
              label="Vessels"
              columns={columns}
              rows={vessels}
              rowKey={({ mmsi, split_id }) => `${mmsi}.${split_id}`}
              csv={`${name}-vessels.csv`}
            />
          </section>
        </>
      )}
    </>
  )
}

const vesselsTitle = (total: number) =>
  total > MOST_ANALYSIS_VESSELS
    ? `${countText(MOST_ANALYSIS_VESSELS)} of ${countWords(total, 'vessel')}: those with the most hours`
    : countWords(total, 'vessel')

/** Limits of the numbers, in words. */
function Notes({ analysis: { suppressed, days_in_files, more_flows } }: { analysis: Analysis }) {
  const notes = [
    ...(suppressed > 0
      ? [`${countWords(suppressed, 'group or flow', 'groups or flows')} with fewer than 3 vessels left out.`]
      : []),
    ...(days_in_files.length > 0 ? [`Archived days are not read: ${days_in_files.join(', ')}.`] : []),
    ...(more_flows > 0 ? [`${countWords(more_flows, 'smaller flow')} not listed.`] : []),
  ]
  return notes.length === 0 ? null : <p className="analysis-notes">{notes.join(' ')}</p>
}

function KeyFigures({ analysis, isList }: { analysis: Analysis; isList: boolean }) {
  const { totals, previous, unusual, vessels } = analysis
  const was = previous?.totals
  const anomalies = unusual
    .filter(({ kind }) => kind === 'ANOMALY')
    .reduce((sum, { count }) => sum + count, 0)
  const fresh = unusual.find(({ kind }) => kind === 'NEW_VESSELS')?.count ?? 0
  const figures = [
    { label: 'Vessels', value: countText(totals.vessels), before: was && countText(was.vessels) },
    {
      label: isList ? 'Hours received' : 'Hours inside',
      value: hoursText(totals.hours),
      before: was && hoursText(was.hours),
    },
    {
      label: isList ? 'Port calls' : 'Visits',
      value: countText(totals.visits),
      before: was && countText(was.visits),
    },
    { label: 'Anomalies', value: countText(anomalies), before: undefined },
    ...(previous === null ? [] : [{ label: 'New vessels', value: countText(fresh), before: undefined }]),
  ]
  return (
    <section aria-label="Key figures">
      <dl className="analysis-figures">
        {figures.map(({ label, value, before }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {before !== undefined && <small> before {before}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {previous !== null && (
        <p className="analysis-notes">
          Before: <When at={previous.from} /> to <When at={previous.to} />.
          {vessels.length === 0 && ' No vessel was there in the period itself.'}
        </p>
      )}
    </section>
  )
}

const UNUSUAL_WORDS: Record<Analysis['unusual'][number]['kind'], string> = {
  ANOMALY: 'Anomaly',
  NEW_VESSELS: 'New',
  GONE_VESSELS: 'Gone',
  NEW_FLAG: 'New flag',
  NEW_KIND: 'New ship type',
}

function UnusualPart({ analysis: { unusual, previous } }: { analysis: Analysis }) {
  return (
    <section className="analysis-part" aria-label="Unusual">
      <h2>Unusual</h2>
      {unusual.length === 0 ? (
        <p className="analysis-none">
          No anomaly was found inside
          {previous === null
            ? '. Compare with the previous period to see new vessels.'
            : ', and no vessel is new.'}
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Count</th>
              <th scope="col">Vessels</th>
            </tr>
          </thead>
          <tbody>
            {unusual.map(({ kind, key, label, count, vessels }) => (
              <tr key={`${kind} ${key}`}>
                <th scope="row">
                  {kind === 'NEW_VESSELS' || kind === 'GONE_VESSELS'
                    ? label
                    : `${UNUSUAL_WORDS[kind]}: ${label}`}
                </th>
                <td>{countText(count)}</td>
                <td>{countText(vessels)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

type GroupsProps = { of: string; title: string; groups: readonly AnalysisGroup[]; isCompared: boolean }
function Groups({ of, title, groups, isCompared }: GroupsProps) {
  const most = Math.max(1, ...groups.map(({ vessels }) => vessels))
  return (
    <section className="analysis-part" aria-label={title}>
      <h2>{title}</h2>
      {groups.length === 0 ? (
        <p className="analysis-none">Nothing to show.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">Vessels</th>
              {isCompared && <th scope="col">Before</th>}
              <th scope="col">Hours</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {groups.map(({ key, label, vessels, hours, previous }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{countText(vessels)}</td>
                {isCompared && <td>{countText(previous ?? 0)}</td>}
                <td>{hoursText(hours)}</td>
                <td className="analysis-bar" aria-hidden="true">
                  <i style={{ width: `${(vessels / most) * 100}%` }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
