import { getEvidence, type EvidenceKind } from '@samudra/contract/evidence'
import { ActionButton } from '../../kit/forms/ActionButton.tsx'
import { saveFile } from '../../kit/save-file.ts'
import { download } from '../../wire/call.ts'
import '../explanation/explanation.css'

const FORMATS = ['pdf', 'json'] as const

type Props = {
  kind: EvidenceKind
  id: string
  /** True in a column that is headed Evidence. */
  isHeaded?: boolean
}
/** Buttons that save evidence of an alert or event as a file; why it failed is shown as a message. */
export function SaveEvidence({ kind, id, isHeaded = false }: Props) {
  const save = async (format: (typeof FORMATS)[number]) => {
    const { data, bytes } = await download(getEvidence, { kind, id, format })
    saveFile(data.name, data.content_type, bytes)
  }
  return (
    <div className="save-evidence" role="group" aria-label="Evidence">
      {FORMATS.map((format) => (
        <ActionButton
          key={format}
          size="compact-xs"
          variant="default"
          aria-label={`Evidence (${format.toUpperCase()})`}
          title="Finding, positions, received messages and actions, with SHA-256"
          onClick={() => save(format)}
        >
          {isHeaded ? format.toUpperCase() : `Evidence (${format.toUpperCase()})`}
        </ActionButton>
      ))}
    </div>
  )
}
