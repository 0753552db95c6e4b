import { Switch } from '@mantine/core'
import { getImports, type ImportJob } from '@samudra/contract/exchange'
import { useState } from 'react'
import { pollInterval, ImportsPage } from '../../../kit/forms/ImportsPage.tsx'
import { useAction, useAnswer, useStale } from '../../../wire/use-answer.ts'
import './exchange.css'
import { TrackImport } from './TrackImport.tsx'
import { importFile, useUploads } from './uploads.store.ts'

const RUNNING = new Set<ImportJob['state']>(['CHECKING', 'COMMITTING', 'UNDOING', 'UPLOADED'])

/** Files of tracks that administrators bring in: what each would bring, storing it, undoing it. */
export function Component() {
  const stale = useStale()
  const [isNamed, setNamed] = useState(true)
  const uploads = useUploads((state) => state.uploads)
  const isUploading = Object.keys(uploads).length > 0
  const answer = useAnswer(
    getImports,
    {},
    {
      keep: true,
      everyMs: (last) =>
        pollInterval(isUploading || last?.items.some(({ state }) => RUNNING.has(state)) === true),
    },
  )
  const bring = useAction(async (file: File) => {
    await importFile(file, isNamed ? 'AS_IN_FILE' : 'IMPORT', () => stale(getImports))
    stale(getImports)
  })
  return (
    <ImportsPage
      title="Track imports"
      subtitle="CSV (also MarineCadastre and Danish Maritime Authority), GeoJSON, KML, GPX, NMEA"
      fields={
        <Switch
          size="xs"
          label="Use source names from the file"
          checked={isNamed}
          onChange={(event) => setNamed(event.currentTarget.checked)}
        />
      }
      label="Import a file"
      bring={bring}
      answer={answer}
      none={{
        title: 'No imports yet',
        hint: 'A file is checked first and stored only after you confirm. Every import can be undone.',
      }}
      renderOne={(job) => (
        <TrackImport key={job.id} job={job} sent={uploads[job.id]} changed={() => stale(getImports)} />
      )}
    />
  )
}
