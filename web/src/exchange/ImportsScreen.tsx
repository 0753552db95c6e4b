import { FileButton, Switch } from '@mantine/core'
import { getImports, type ImportJob } from '@samudra/contract/exchange'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Page } from '../kit/Page.tsx'
import { Failed, Nothing, Waiting } from '../kit/States.tsx'
import { useAction, useAnswer, useStale } from '../wire/use-answer.ts'
import './exchange.css'
import { ImportCard } from './ImportCard.tsx'
import { importFile, useUploads } from './uploads.store.ts'

const RUNNING = new Set<ImportJob['state']>(['CHECKING', 'COMMITTING', 'UNDOING', 'UPLOADED'])
const OFTEN_MS = 700
const SELDOM_MS = 15_000

/** Files of tracks that administrators bring in: what each would bring, storing it, undoing it. */
export function Component() {
  const stale = useStale()
  const [isNamed, setNamed] = useState(true)
  const [everyMs, setEvery] = useState(OFTEN_MS)
  const uploads = useUploads((state) => state.uploads)
  const answer = useAnswer(getImports, {}, { everyMs, keep: true })
  const items = answer.data?.items ?? []
  const isBusy = items.some(({ state }) => RUNNING.has(state))
  if ((isBusy || Object.keys(uploads).length > 0) !== (everyMs === OFTEN_MS))
    setEvery(everyMs === OFTEN_MS ? SELDOM_MS : OFTEN_MS)
  const bring = useAction(async (file: File) => {
    await importFile(file, isNamed ? 'AS_IN_FILE' : 'IMPORT', () => stale(getImports))
    stale(getImports)
  })
  return (
    <Page
      title="Track imports"
      subtitle="CSV (also MarineCadastre and Danish Maritime Authority), GeoJSON, KML, GPX, NMEA"
      actions={
        <>
          <Switch
            size="xs"
            label="Sources as the file names them"
            checked={isNamed}
            onChange={(event) => setNamed(event.currentTarget.checked)}
          />
          <FileButton onChange={(file) => file !== null && void bring.run(file)}>
            {(props) => (
              <ActionButton
                {...props}
                size="xs"
                isBusy={bring.isBusy}
                leftSection={<IconFileImport size={15} />}
              >
                Import a file
              </ActionButton>
            )}
          </FileButton>
        </>
      }
    >
      <p className="refusal" role="alert">
        {bring.fault?.message}
      </p>
      {answer.data === undefined && answer.isError && (
        <Failed error={answer.error} onRetry={() => answer.refetch()} />
      )}
      {answer.data === undefined && !answer.isError && <Waiting />}
      {answer.data?.items.length === 0 && (
        <Nothing
          title="Nothing was imported yet"
          hint="A file is looked into first; nothing is stored before you say so, and what is stored can be undone."
        />
      )}
      <ul className="imports">
        {items.map((job) => (
          <ImportCard key={job.id} job={job} sent={uploads[job.id]} changed={() => stale(getImports)} />
        ))}
      </ul>
    </Page>
  )
}
