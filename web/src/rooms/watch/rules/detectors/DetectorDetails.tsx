import { SEVERITY_LABELS } from '@samudra/contract/labels'
import { Button } from '@mantine/core'
import type { Counted } from '@samudra/contract/alert-figures'
import { detectorKind, getDetectorVersions, updateDetector, type Detector } from '@samudra/contract/detectors'
import { useState } from 'react'
import { Link } from 'react-router'
import { QuestionButton } from '../../../../kit/forms/QuestionButton.tsx'
import { ALERT_DEFINITIONS } from '../../../../kit/pages/links.ts'
import { countWords } from '../../../../kit/text/quantity-text.ts'
import { Failed, Waiting } from '../../../../kit/pages/States.tsx'
import { Versions } from '../../../../kit/pages/Versions.tsx'
import { When } from '../../../../kit/text/When.tsx'
import { agoText } from '../../../../kit/text/when-text.ts'
import { call } from '../../../../wire/call.ts'
import { useStale } from '../../../../wire/use-answer.ts'
import { useVersions } from '../../../../wire/use-versions.ts'
import { percentText } from '../builder/rule-words.ts'
import { stateText } from './detector-columns.tsx'
import { DetectorForm } from './DetectorForm.tsx'
import { detectors } from './detectors.store.ts'
import { Thresholds } from './Thresholds.tsx'
import type { Readiness } from './use-detector-states.ts'

type Props = { of: Detector; figures: Counted | undefined; state: Readiness | undefined }

/** One detector: what it finds and by which numbers, what came of it, and how it came to be so. */
export function DetectorDetails({ of, figures, state }: Props) {
  const [isEdited, setEdited] = useState(false)
  return (
    <section className="details" aria-label={of.label}>
      <header>
        <h2>{of.label}</h2>
        <p>
          <b>{stateText(state)}</b>
          {state?.until != null && (
            <>
              {' '}
              until <When at={state.until} />
            </>
          )}{' '}
          · {SEVERITY_LABELS[of.severity]} · “{of.text}”
        </p>
      </header>
      {state !== undefined && state.words !== '' && (
        <p className="detector-state" role="note" aria-label="State" data-state={state.state}>
          {state.words} {state.state === 'EVENTS_ONLY' && <DefineAlerts of={of} />}
        </p>
      )}
      <p>{of.description}</p>
      {of.mine && !isEdited && <Acts of={of} onEdit={() => setEdited(true)} />}
      <section aria-label="Thresholds">
        <h3>Thresholds</h3>
        {isEdited ? (
          <DetectorForm of={of} onDone={() => setEdited(false)} />
        ) : (
          <>
            <Thresholds of={of} />
            {of.home !== null && (
              <p>
                <b>Home flags:</b> {of.home.length === 0 ? 'none: every flag is foreign' : of.home.join(', ')}
              </p>
            )}
          </>
        )}
      </section>
      <Came of={of} figures={figures} />
      <Sentences of={of} />
      <History of={of} />
    </section>
  )
}

function Acts({ of, onEdit }: { of: Detector; onEdit: () => void }) {
  const stale = useStale()
  const toggle = async (reason: string) => {
    const { id, version, enabled } = of
    detectors.take(await call(updateDetector, { id, expected_version: version, enabled: !enabled, reason }))
    stale(getDetectorVersions)
  }
  const isSet = of.thresholds.length > 0 || of.home !== null
  return (
    <div className="details-acts" role="group" aria-label="Actions">
      {isSet && (
        <Button size="xs" onClick={onEdit}>
          Change
        </Button>
      )}
      <QuestionButton
        label={of.enabled ? 'Disable' : 'Enable'}
        question={{
          title: `${of.enabled ? 'Disable' : 'Enable'} ${of.label}?`,
          text: of.enabled
            ? 'It raises no hits while disabled. Earlier hits stay.'
            : 'It evaluates new data, and the last half hour of known vessels.',
          act: of.enabled ? 'Disable' : 'Enable',
          needsReason: true,
          isGrave: false,
        }}
        act={toggle}
      />
    </div>
  )
}

/** Leads to its definitions, and to a new one that is filled in as the product's own. */
function DefineAlerts({ of: { code, label } }: { of: Detector }) {
  const fill = new URLSearchParams({
    change: 'new',
    fill: JSON.stringify({ name: label, trigger: { builtin: code }, visibility: 'CENTRE' }),
  })
  return (
    <>
      <Link to={`${ALERT_DEFINITIONS}?q=${encodeURIComponent(`Detector: ${label}`)}`}>Enable one</Link> or{' '}
      <Link to={`${ALERT_DEFINITIONS}?${fill.toString()}`}>create one</Link>.
    </>
  )
}

/** Shows the results of its alerts, and the link to what raises them. */
function Came({ of: { label }, figures }: Pick<Props, 'of' | 'figures'>) {
  const lines =
    figures === undefined
      ? ['No alerts.']
      : [
          `${countWords(figures.alerts, 'alert')}, ${figures.per_officer_hour.toFixed(2)} an hour for each watch officer; ${percentText(figures.in_port / figures.alerts)} in ports.`,
          figures.precision === null
            ? 'No outcomes yet.'
            : `${percentText(figures.precision)} of the reviewed ones were true.`,
          figures.top_ship === null
            ? ''
            : `Most for one vessel: ${figures.top_ship.mmsi}, ${figures.top_ship.alerts}.`,
          figures.median_ack_s === null
            ? ''
            : `Acknowledged after ${agoText(figures.median_ack_s)} (median).`,
        ]
  return (
    <section aria-label="Alerts of 7 days">
      <h3>Alerts of 7 days</h3>
      <p>
        {lines.join(' ')}{' '}
        <Link to={`${ALERT_DEFINITIONS}?q=${encodeURIComponent(`Detector: ${label}`)}`}>
          Alert definitions
        </Link>
      </p>
    </section>
  )
}

/** The rules it consists of, read back. */
const Sentences = ({ of: { sentences } }: { of: Detector }) => (
  <section aria-label="Conditions">
    <h3>Conditions</h3>
    {sentences.length === 0 ? (
      <p className="dim">It has a rule for each area of interest.</p>
    ) : (
      sentences.map((sentence) => (
        <p key={sentence} className="detector-sentence">
          {sentence}
        </p>
      ))
    )}
  </section>
)

function History({ of }: { of: Detector }) {
  const { data, error, refetch } = useVersions(getDetectorVersions, of)
  return (
    <section aria-label="Versions">
      <h3>Versions</h3>
      {data !== undefined ? (
        <Versions<Detector, (typeof data.items)[number]> fields={detectorKind.fields} items={data.items} />
      ) : error !== null ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : (
        <Waiting />
      )}
    </section>
  )
}
