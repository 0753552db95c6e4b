import { Button } from '@mantine/core'
import { isAdministrator } from '@samudra/contract/identity'
import { staticPdf } from '@samudra/contract/settings'
import { IconFileTypePdf, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useStored } from '../../../stored/stores.ts'
import { later } from '../../../kit/pages/later.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { Prose } from '../../../kit/text/Prose.tsx'
import { Failed, Waiting } from '../../../kit/pages/States.tsx'
import { download } from '../../../wire/call.ts'
import { saveFile } from '../../../kit/save-file.ts'
import { signedIn } from '../../../wire/session.ts'
import { useAction } from '../../../wire/use-answer.ts'
import { pages } from './settings.store.ts'
import './settings.css'

const EditPage = later(() => import('./EditPage.tsx').then((code) => code.EditPage))

/** The operator's help, as this centre wrote it, to read or to take along as PDF. */
export function Component() {
  const { byId, fault } = useStored(pages)
  const page = byId.get('help')
  const [isEdited, setEdited] = useState(false)
  const mayEdit = isAdministrator(signedIn()?.role ?? '') && page !== undefined && !isEdited
  const pdf = useAction(async () => {
    const { data, bytes } = await download(staticPdf, { key: 'help' })
    saveFile(data.name, data.content_type, bytes)
  })
  return (
    <Page
      title={page?.title ?? 'Help'}
      actions={
        <>
          {mayEdit && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={14} />}
              onClick={() => setEdited(true)}
            >
              Edit
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileTypePdf size={14} />}
            loading={pdf.isBusy}
            onClick={() => void pdf.run()}
          >
            PDF
          </Button>
        </>
      }
    >
      {pdf.fault !== null && (
        <p className="refusal" role="alert">
          {pdf.fault.message}
        </p>
      )}
      {page !== undefined && isEdited ? (
        <EditPage page={page} onClose={() => setEdited(false)} />
      ) : page !== undefined ? (
        <Prose markdown={page.body_md} />
      ) : fault !== null ? (
        <Failed error={new Error(fault)} onRetry={() => void pages.read()} />
      ) : (
        <Waiting />
      )}
    </Page>
  )
}
