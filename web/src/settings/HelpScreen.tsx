import { Button } from '@mantine/core'
import { staticPage, staticPdf } from '@samudra/contract/settings'
import { IconFileTypePdf } from '@tabler/icons-react'
import Markdown from 'react-markdown'
import { Page } from '../kit/Page.tsx'
import { Failed, Waiting } from '../kit/States.tsx'
import { download } from '../wire/call.ts'
import { saveFile } from '../kit/save-file.ts'
import { useAction, useAnswer } from '../wire/use-answer.ts'
import './settings.css'

/** The operator's help, as this centre wrote it, to read or to take along as PDF. */
export function Component() {
  const answer = useAnswer(staticPage, { key: 'help' })
  const pdf = useAction(async () => {
    const { data, bytes } = await download(staticPdf, { key: 'help' })
    saveFile(data.name, data.content_type, bytes)
  })
  return (
    <Page
      title={answer.data?.title ?? 'Help'}
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileTypePdf size={14} />}
          loading={pdf.isBusy}
          onClick={() => void pdf.run()}
        >
          PDF
        </Button>
      }
    >
      {pdf.fault !== null && (
        <p className="settings-fault" role="alert">
          {pdf.fault.message}
        </p>
      )}
      {answer.data !== undefined ? (
        <article className="prose">
          <Markdown>{answer.data.body_md}</Markdown>
        </article>
      ) : answer.isError ? (
        <Failed error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <Waiting />
      )}
    </Page>
  )
}
