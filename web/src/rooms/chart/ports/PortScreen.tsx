import { Button } from '@mantine/core'
import { isAdministrator } from '@samudra/contract/identity'
import { deletePort, getPortDetails, type Port } from '@samudra/contract/ports'
import { BOUNDARY_KIND_WORDS, getWatersAt } from '@samudra/contract/reference'
import { countryNameOf } from '@samudra/nautical/iso-countries'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { IconChartSankey, IconMap, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { TeamButtons } from '../../../kit/share/TeamButtons.tsx'
import { QuestionButton } from '../../../kit/forms/QuestionButton.tsx'
import { later } from '../../../kit/pages/later.tsx'
import { analysisLink } from '../../../kit/pages/links.ts'
import { Page } from '../../../kit/pages/Page.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { positionText } from '../../../kit/text/quantity-text.ts'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { toast } from '../../../kit/toasts.ts'
import { When } from '../../../kit/text/When.tsx'
import { call } from '../../../wire/call.ts'
import { useSession } from '../../../wire/session.ts'
import { useAnswer } from '../../../wire/use-answer.ts'
import type { PortDetails, PortPart } from '../../../kit/pages/port-part.ts'
import { PortHistory } from './PortHistory.tsx'
import { correctPort, lookAtPort, ports } from './ports.store.ts'
import './ports.css'

const PortChart = later(() => import('./PortChart.tsx').then((code) => code.PortChart))
const MAP = '/home/main/map'
const REREAD_MS = 30_000

const ORIGIN_WORDS: Record<Port['origin'], string> = {
  RELEASE: 'Built-in',
  FILE: 'Imported from a file',
  HAND: 'Corrected by a user',
}

/** Shows one port: its position, its source, and what the other rooms know of it. */
export function PortScreen({ parts }: { parts: readonly PortPart[] }) {
  const { id = '' } = useParams()
  const answer = useAnswer(getPortDetails, { id }, { everyMs: REREAD_MS, keep: true })
  const port = answer.data?.id === id ? answer.data : undefined
  if (port === undefined)
    return (
      <Page title="Port">
        {answer.error === null ? (
          <Waiting />
        ) : (
          <Failed error={answer.error} onRetry={() => answer.refetch()} />
        )}
        <p>
          <Link to="/home/main/ports">All ports</Link>
        </p>
      </Page>
    )
  const where = [countryNameOf(port.country), port.locode].filter((word) => word !== '')
  return (
    <Page title={port.name} subtitle={where.join(' · ')} actions={<Acts port={port} />}>
      <div className="port-page">
        <Counts port={port} />
        <div className="port-columns">
          <PortChart port={port} />
          <div>
            <Facts port={port} />
            <Parts port={port} parts={parts} place="beside" />
          </div>
        </div>
        <Parts port={port} parts={parts} place="below" />
        <PortHistory port={port} onChanged={() => answer.refetch()} />
      </div>
    </Page>
  )
}

function Parts(props: { port: PortDetails; parts: readonly PortPart[]; place: PortPart['place'] }) {
  return props.parts.map(({ id, title, place, Part }) =>
    place === props.place ? (
      <section key={id} className="port-part" aria-label={title}>
        <h2>{title}</h2>
        <Part port={props.port} />
      </section>
    ) : null,
  )
}

/** Ships at the port, as the room that keeps port calls counts them. */
function Counts({ port }: { port: PortDetails }) {
  const { present, expected_24h, departed_24h } = port
  if (present === null && expected_24h === null && departed_24h === null) return null
  const shown: [string, number | null, string][] = [
    ['Present', present, 'detected'],
    ['Expected in 24 h', expected_24h, 'reported ETA'],
    ['Departed in 24 h', departed_24h, 'detected'],
  ]
  return (
    <dl className="port-counts">
      {shown.map(([label, count, claim]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {count === null ? '–' : <Quantity count={count} />} <small>{claim}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Facts({ port }: { port: PortDetails }) {
  const { lat, lon, geometry, anchorages = [], radius_nm } = port
  const waters = useAnswer(getWatersAt, { lat, lon }).data?.waters ?? []
  const names = waters.map(
    (one) => `${BOUNDARY_KIND_WORDS[one.kind]} of ${one.name}${one.disputed ? ' (claims overlap)' : ''}`,
  )
  return (
    <dl className="port-facts">
      <Fact label="Position">
        <span className="figures">{positionText(lat, lon)}</span>
      </Fact>
      <Fact label="Other names">{port.alias.join(', ')}</Fact>
      <Fact label="Harbour">
        {geometry == null ? (
          <>
            Circle of <Quantity distance={radius_nm * METRES_PER_NM} /> about the position; no user has drawn
            it
          </>
        ) : (
          'Drawn on the chart'
        )}
      </Fact>
      <Fact label="Anchorages">{anchorages.map(({ name }) => name).join(', ') || 'None'}</Fact>
      <Fact label="Waters">{names.join(', ')}</Fact>
      <Fact label="Time zone">{port.time_zone}</Fact>
      <Fact label="Facilities">{port.facilities.join(', ')}</Fact>
      <Fact label="Contacts">{port.contacts.map(({ who, how }) => `${who}: ${how}`).join('; ')}</Fact>
      <Fact label="Source">{port.source}</Fact>
      <Fact label="Entered by">
        {ORIGIN_WORDS[port.origin]}
        {port.origin !== 'RELEASE' && (
          <>
            {' '}
            by {port.updated_by}, <When at={port.updated_at} />
          </>
        )}
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === '') return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Acts({ port }: { port: PortDetails }) {
  const isAdmin = useSession(({ user }) => isAdministrator(user?.role ?? ''))
  const navigate = useNavigate()
  const toMap = (look: (port: Port) => void) => () => {
    look(port)
    void navigate(MAP)
  }
  return (
    <>
      <TeamButtons size="xs" card={{ kind: 'port', id: port.id, label: port.name }} />
      <Button size="xs" variant="default" leftSection={<IconMap size={14} />} onClick={toMap(lookAtPort)}>
        Show on the map
      </Button>
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={analysisLink('PORT', port.id)}
        leftSection={<IconChartSankey size={14} />}
      >
        Analyse
      </Button>
      {isAdmin && (
        <>
          <Button size="xs" leftSection={<IconPencil size={14} />} onClick={toMap(correctPort)}>
            Edit
          </Button>
          <QuestionButton
            label="Delete"
            icon={<IconTrash size={14} />}
            question={{
              title: `Delete ${port.name}?`,
              text: 'The port leaves searches, and no vessels are counted there. Its history stays.',
              act: 'Delete',
              needsReason: true,
              isGrave: true,
            }}
            act={async (reason) => {
              await call(deletePort, { id: port.id, reason })
              ports.drop(port.id)
              toast(`${port.name} is deleted`, 'good')
              void navigate('/home/main/ports')
            }}
          />
        </>
      )}
    </>
  )
}
