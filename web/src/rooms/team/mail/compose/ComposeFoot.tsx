import { Menu } from '@mantine/core'
import { MAIL_LINK_TYPES, MAIL_PRIORITIES, type MailLink } from '@samudra/contract/mail'
import { IconCheck, IconDots, IconPaperclip } from '@tabler/icons-react'
import { useRef } from 'react'
import { Ago } from '../../../../kit/text/Ago.tsx'
import { toast } from '../../../../kit/toasts.ts'
import { CardPicker } from '../../../../map/cards/CardPicker.tsx'
import { changeComposing, type Composing } from './composing.store.ts'
import { isChanged } from './save-draft.ts'
import { SendButtons } from './SendButtons.tsx'
import { TextsMenu } from './TextsMenu.tsx'
import { attachFiles } from './upload-mail-files.ts'
import '../../../../kit/messages/composer.css'

const PRIORITY_WORDS = { LOW: 'Low priority', NORMAL: 'Normal priority', HIGH: 'High priority' } as const
type Props = {
  mail: Composing
  fault: string | null
  onSend: (sendAt: string | null) => void
  onInsert: (html: string) => void
}

/** Foot of a mail that is written: sending, files, objects, templates and options. */
export function ComposeFoot({ mail, fault, onSend, onInsert }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <footer className="mail-compose-foot">
      <SendButtons isReady={fault === null} why={fault ?? ''} onSend={onSend} />
      <button
        type="button"
        className="composer-tool"
        aria-label="Attach files"
        title="Attach files"
        onClick={() => picker.current?.click()}
      >
        <IconPaperclip size={17} stroke={1.6} aria-hidden />
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget: field }) => {
          attachFiles([...(field.files ?? [])])
          field.value = ''
        }}
      />
      <CardPicker
        onPick={({ kind, id, label }) => {
          const type = MAIL_LINK_TYPES.find((one) => one === kind)
          if (type === undefined) return toast('A map view cannot be added to a mail.', 'warning')
          const link: MailLink = { type, id, label }
          return changeComposing({ links: [...mail.links.filter((one) => one.id !== id), link] })
        }}
      />
      <TextsMenu
        mailbox={mail.mailbox}
        onPick={({ subject, body }) => {
          if (mail.subject === '' && subject !== '') changeComposing({ subject })
          onInsert(body)
        }}
      />
      <Options mail={mail} />
      <span className="mail-saved dim" role="status">
        <Saved mail={mail} />
      </span>
    </footer>
  )
}

function Saved({ mail }: { mail: Composing }) {
  if (mail.fault !== null) return <span className="refusal">{mail.fault}</span>
  if (mail.savedAt === null) return isChanged(mail) ? 'Not saved yet' : null
  if (isChanged(mail)) return 'Saving…'
  return (
    <>
      Draft saved <Ago at={mail.savedAt} />
    </>
  )
}

function Options({ mail }: { mail: Composing }) {
  const mark = (is: boolean) => (is ? <IconCheck size={15} /> : <span className="mail-no-mark" />)
  return (
    <Menu position="top-start" shadow="md">
      <Menu.Target>
        <button type="button" className="composer-tool" aria-label="Options" title="Options">
          <IconDots size={17} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={mark(mail.requestReceipt)}
          onClick={() => changeComposing({ requestReceipt: !mail.requestReceipt })}
        >
          Request a read receipt
        </Menu.Item>
        <Menu.Item
          leftSection={mark(mail.format === 'text')}
          onClick={() => changeComposing({ format: mail.format === 'html' ? 'text' : 'html' })}
        >
          Plain text
        </Menu.Item>
        <Menu.Divider />
        {MAIL_PRIORITIES.toReversed().map((priority) => (
          <Menu.Item
            key={priority}
            leftSection={mark(mail.priority === priority)}
            onClick={() => changeComposing({ priority })}
          >
            {PRIORITY_WORDS[priority]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
