import { Autocomplete, Button, FileButton, TextInput } from '@mantine/core'
import {
  getVesselImage,
  getVesselImageFile,
  IMAGE_LICENCES,
  removeVesselImage,
  uploadVesselImage,
  type VesselImage,
} from '@samudra/contract/vessel-images'
import type { WholeVessel } from '@samudra/contract/vessels'
import { useState } from 'react'
import { ActionButton } from '../../../kit/forms/ActionButton.tsx'
import { FetchedImage } from '../../../kit/pages/FetchedImage.tsx'
import { saveFile } from '../../../kit/save-file.ts'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { When } from '../../../kit/text/When.tsx'
import { call, download } from '../../../wire/call.ts'
import { useAction, useAnswer, useStale } from '../../../wire/use-answer.ts'

/** Pictures of a ship, each with whose it is and under which licence. */
export function Images({ vessel: { id } }: { vessel: WholeVessel }) {
  const answer = useAnswer(getVesselImage, { mmsi: id })
  const stale = useStale()
  const changed = () => stale(getVesselImage)
  if (answer.data === undefined)
    return answer.error === null ? (
      <Waiting />
    ) : (
      <Failed error={answer.error} onRetry={() => answer.refetch()} />
    )
  return (
    <>
      <div className="register-images">
        {answer.data.items.map((one) => (
          <Picture key={one.id} vessel={id} image={one} changed={changed} />
        ))}
      </div>
      {answer.data.total === 0 && <p className="dim">No pictures yet.</p>}
      <Upload vessel={id} changed={changed} />
    </>
  )
}

function Picture({ vessel, image, changed }: { vessel: string; image: VesselImage; changed: () => void }) {
  const { id, name, licence, source, author, taken_at, uploaded_by, uploaded_at, mine } = image
  const act = useAction(async (work: () => Promise<unknown>) => void (await work()))
  const save = async () => {
    const { data, bytes } = await download(getVesselImageFile, { mmsi: vessel, id })
    saveFile(data.name, data.content_type, bytes)
  }
  const remove = async () => {
    await call(removeVesselImage, { mmsi: vessel, id })
    changed()
  }
  return (
    <figure>
      <Small vessel={vessel} id={id} name={name} />
      <figcaption>
        <span>
          {[author, source].filter(Boolean).join(', ')} · {licence}
        </span>
        <span className="dim">
          {taken_at === null ? 'Date unknown' : <When at={taken_at} />}; brought by {uploaded_by},{' '}
          <When at={uploaded_at} />
        </span>
        <span className="register-acts">
          <button type="button" className="link-button" onClick={() => void act.run(save)}>
            Save
          </button>
          {mine && (
            <button type="button" className="link-button" onClick={() => void act.run(remove)}>
              Remove
            </button>
          )}
        </span>
        <span className="refusal" role="alert">
          {act.fault?.message}
        </span>
      </figcaption>
    </figure>
  )
}

const Small = ({ vessel, id, name }: { vessel: string; id: string; name: string }) => (
  <FetchedImage
    of={[getVesselImageFile.name, id]}
    read={() => download(getVesselImageFile, { mmsi: vessel, id, small: true })}
    alt={name}
    className="register-picture"
    instead={<div className="register-picture" />}
  />
)

function Upload({ vessel, changed }: { vessel: string; changed: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [licence, setLicence] = useState('')
  const [source, setSource] = useState('')
  const [author, setAuthor] = useState('')
  const [taken, setTaken] = useState<number | null>(null)
  const bring = useAction(async (one: File) => {
    await call(
      uploadVesselImage,
      {
        mmsi: vessel,
        name: one.name,
        licence,
        source,
        author,
        taken_at: taken === null ? null : new Date(taken).toISOString(),
      },
      { bytes: one },
    )
    setFile(null)
    changed()
  })
  if (file === null)
    return (
      <FileButton accept="image/png,image/jpeg,image/gif,image/webp" onChange={setFile}>
        {(props) => (
          <Button {...props} size="xs" variant="default">
            Add a picture…
          </Button>
        )}
      </FileButton>
    )
  return (
    <div className="register-upload" role="group" aria-label={`Add ${file.name}`}>
      <strong>{file.name}</strong>
      <Autocomplete
        size="xs"
        label="Licence"
        data={[...IMAGE_LICENCES]}
        value={licence}
        onChange={setLicence}
      />
      <TextInput
        size="xs"
        label="Source"
        value={source}
        maxLength={200}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        label="Author (optional)"
        value={author}
        maxLength={120}
        onChange={(event) => setAuthor(event.currentTarget.value)}
      />
      <TimeField label="Taken (optional)" value={taken} onChange={setTaken} />
      <p className="refusal" role="alert">
        {bring.fault?.message}
      </p>
      <div className="register-acts">
        <ActionButton
          size="xs"
          isBusy={bring.isBusy}
          disabled={licence.trim() === '' || source.trim() === '' || Number.isNaN(taken)}
          onClick={() => bring.run(file)}
        >
          Add
        </ActionButton>
        <Button size="xs" variant="default" onClick={() => setFile(null)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
