import { Button, FileInput, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useAction } from '../../wire/use-answer.ts'
import { ActionButton } from './ActionButton.tsx'
import './dry-run.css'

type Counted = { counts: { add: number; change: number } }
type Props<Dry extends Counted> = {
  /** Which files are taken, in words, and how large at most, bytes. */
  takes: string
  largest: number
  /** Label of the line above the file's origin. */
  sourceLabel?: string
  sourceHint: string
  usualSource: string
  /** Reads a file and changes nothing. */
  check: (file: File, source: string) => Promise<Dry>
  commit: (dry: Dry) => Promise<void>
  onClose: () => void
  /** Further fields about the file; `again` reads it again. */
  renderFields: (dry: Dry | null, again: () => void) => ReactNode
  renderReport: (dry: Dry) => ReactNode
}
const MB = 1024 * 1024

/** A file that is brought in: read dry first, shown, and committed only then. */
export function DryRun<Dry extends Counted>(props: Props<Dry>) {
  const [file, setFile] = useState<File | null>(null)
  const [source, setSource] = useState(props.usualSource)
  const [dry, setDry] = useState<Dry | null>(null)
  const again = () => setDry(null)
  const check = useAction(async () => {
    if (file === null) return
    again()
    if (file.size > props.largest)
      throw new Error(`The file is larger than ${props.largest / MB} MB; send it in parts.`)
    setDry(await props.check(file, source))
  })
  const commit = useAction(async () => {
    if (dry !== null) await props.commit(dry)
  })
  const fault = check.fault ?? commit.fault
  return (
    <div className="dry-run">
      <FileInput
        label="File"
        description={`${props.takes}, up to ${props.largest / MB} MB`}
        placeholder="Choose a file"
        value={file}
        onChange={(next) => {
          setFile(next)
          again()
        }}
      />
      <TextInput
        label={props.sourceLabel ?? 'Source'}
        description={props.sourceHint}
        maxLength={300}
        value={source}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      {props.renderFields(dry, again)}
      <p className="refusal" role="alert">
        {fault?.message ?? ''}
      </p>
      <div className="dry-run-acts">
        <ActionButton
          isBusy={check.isBusy}
          disabled={file === null || source.trim() === ''}
          onClick={() => check.run()}
        >
          {dry === null ? 'Preview import' : 'Preview again'}
        </ActionButton>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
      </div>
      {dry !== null && (
        <>
          {props.renderReport(dry)}
          <div className="dry-run-acts">
            <ActionButton
              isBusy={commit.isBusy}
              disabled={dry.counts.add + dry.counts.change === 0}
              onClick={() => commit.run()}
            >
              {`Import: add ${dry.counts.add}, change ${dry.counts.change}`}
            </ActionButton>
          </div>
        </>
      )}
    </div>
  )
}
