import { Button } from '@mantine/core'
import { getVesselDetailsV2, getVesselReport, type WholeVessel } from '@samudra/contract/vessels'
import { IconArrowLeft, IconMap } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { TeamButtons } from '../../../kit/share/TeamButtons.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { saveFile } from '../../../kit/save-file.ts'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import type { VesselPart } from '../../../kit/pages/vessel-part.ts'
import { When } from '../../../kit/text/When.tsx'
import { PartBoundary } from '../../../map/workbench/PartBoundary.tsx'
import { download } from '../../../wire/call.ts'
import { useAction, useAnswer } from '../../../wire/use-answer.ts'
import { Images } from './Images.tsx'
import { Identity } from './Identity.tsx'
import { Particulars } from './Particulars.tsx'
import { SameShip } from './SameShip.tsx'
import './register.css'
import { TrackMap } from './TrackMap.tsx'
import { VESSELS } from '../../../kit/pages/links.ts'

const REREAD_MS = 15_000
const RISKS = { NONE: 'No risk found', LOW: 'Low risk', MEDIUM: 'Medium risk', HIGH: 'High risk' }

/** Shows the page of a vessel: its present and past identity, its track, and what each room knows of it. */
export function VesselScreen({ parts }: { parts: readonly VesselPart[] }) {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const asOf = search.get('as_of') ?? undefined
  const input = asOf === undefined ? { mmsi: id } : { mmsi: id, as_of: asOf }
  const { data, error, refetch } = useAnswer(getVesselDetailsV2, input, {
    keep: true,
    ...(asOf === undefined ? { everyMs: REREAD_MS } : {}),
  })
  if (data === undefined)
    return (
      <Page title="Vessel" actions={<Back />}>
        {error === null ? <Waiting /> : <Failed error={error} onRetry={() => refetch()} />}
      </Page>
    )
  const place =
    data.now === null ? null : `${data.now.latitude.toFixed(4)},${data.now.longitude.toFixed(4)},10`
  return (
    <Page
      title={nameOf(data)}
      subtitle={[data.country, data.ship_type, data.class === 'OTHER' ? null : `Class ${data.class}`]
        .filter(Boolean)
        .join(' · ')}
      actions={
        <>
          <TeamButtons size="xs" card={{ kind: 'vessel', id, label: nameOf(data) }} />
          {place !== null && (
            <Button
              size="xs"
              variant="default"
              component={Link}
              to={`/home/main/map?at=${place}`}
              leftSection={<IconMap size={14} />}
            >
              On the map
            </Button>
          )}
          <SaveReport vessel={data} asOf={asOf} />
          <Back />
        </>
      }
    >
      {asOf !== undefined && (
        <p className="register-past" role="status">
          As known at <When at={data.as_of} />. <Link to="?">Show current knowledge</Link>
        </p>
      )}
      <div className="vessel-page">
        <Section title="Particulars">
          <Particulars vessel={data} />
          <p className="register-risk" data-level={data.risk.level}>
            {RISKS[data.risk.level]}
          </p>
          <ul className="register-reasons">
            {data.risk.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          {asOf !== undefined && (
            <p className="dim">Live anomalies, such as a shared MMSI, are shown as of now.</p>
          )}
        </Section>
        <Section title="Track of the last four days">
          <TrackMap vessel={data} asOf={asOf} />
        </Section>
        <Section title="Identity" isWide>
          <Identity vessel={data} />
        </Section>
        <Section title="Identity conflicts" isWide>
          <SameShip vessel={data} isPast={asOf !== undefined} />
        </Section>
        <Section title="Images">
          <Images vessel={data} />
        </Section>
        {parts.map(({ id: part, title, Part }) => (
          <Section key={part} id={part} title={title}>
            <PartBoundary name={title}>
              <Part vessel={data} asOf={asOf} />
            </PartBoundary>
          </Section>
        ))}
      </div>
    </Page>
  )
}

/** All of it to take along, as of the instant shown. */
function SaveReport({ vessel, asOf }: { vessel: WholeVessel; asOf: string | undefined }) {
  const save = useAction(async (format: 'pdf' | 'csv') => {
    const past = asOf === undefined ? {} : { as_of: asOf }
    const { data, bytes } = await download(getVesselReport, { mmsi: vessel.id, format, ...past })
    saveFile(data.name, data.content_type, bytes)
  })
  return (
    <>
      <span className="refusal" role="alert">
        {save.fault?.message}
      </span>
      <ActionButton size="xs" variant="default" isBusy={save.isBusy} onClick={() => save.run('pdf')}>
        Save as PDF
      </ActionButton>
      <ActionButton size="xs" variant="default" isBusy={save.isBusy} onClick={() => save.run('csv')}>
        Save as CSV
      </ActionButton>
    </>
  )
}

const nameOf = ({ ship_name, imo, mmsi, id }: WholeVessel) =>
  ship_name ?? (imo === null ? (mmsi === null ? `Vessel ${id}` : `MMSI ${mmsi}`) : `IMO ${imo}`)

const Back = () => (
  <Button size="xs" variant="default" component={Link} to={VESSELS} leftSection={<IconArrowLeft size={14} />}>
    All vessels
  </Button>
)

// Element that an address points to; the browser holds its position when content appears above it.
const intoView = (element: HTMLElement | null) => element?.scrollIntoView()

function Section({
  id,
  title,
  isWide = false,
  children,
}: {
  id?: string
  title: string
  isWide?: boolean
  children: ReactNode
}) {
  const { hash } = useLocation()
  const isQuery = id !== undefined && hash === `#${id}`
  return (
    <section
      className="vessel-section"
      id={id}
      ref={isQuery ? intoView : undefined}
      data-wide={isWide || undefined}
      aria-label={title}
    >
      <h2>{title}</h2>
      {children}
    </section>
  )
}
