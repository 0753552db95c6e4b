import { Menu } from '@mantine/core'
import type { Mail } from '@samudra/contract/mail'
import { exportMail, getMailSource } from '@samudra/contract/mail-files'
import {
  IconArrowBackUp,
  IconArrowBackUpDouble,
  IconArrowForwardUp,
  IconDots,
  type Icon,
} from '@tabler/icons-react'
import { saveFile } from '../../../../kit/save-file.ts'
import { toast } from '../../../../kit/toasts.ts'
import { download } from '../../../../wire/call.ts'
import { answer, forward } from '../compose/composing.store.ts'
import { useMailPlace } from '../mail-place.ts'
import { useMailActions } from '../state/mail-actions.ts'

/** Answers to one mail, and what else can be done with it. */
export function MailTools({ mail }: { mail: Mail }) {
  const { mailbox } = useMailPlace()
  const { id } = mail
  return (
    <span className="mail-tools">
      <Tool name="Reply (R)" Icon={IconArrowBackUp} run={() => answer(id, false, mailbox)} />
      <Tool name="Reply to all (A)" Icon={IconArrowBackUpDouble} run={() => answer(id, true, mailbox)} />
      <Tool name="Forward (F)" Icon={IconArrowForwardUp} run={() => forward(id, mailbox)} />
      <More mail={mail} />
    </span>
  )
}

function Tool({ name, Icon, run }: { name: string; Icon: Icon; run: () => Promise<void> }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={name.replace(/ \(.\)$/u, '')}
      title={name}
      onClick={() => void run()}
    >
      <Icon size={17} stroke={1.6} aria-hidden />
    </button>
  )
}

function More({ mail }: { mail: Mail }) {
  const actions = useMailActions()
  const has = (flag: 'IMPORTANT' | 'TASK') => mail.flags.includes(flag)
  const isReceived = mail.state === 'RECEIVED'
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <button type="button" className="icon-button" aria-label="More actions" title="More actions">
          <IconDots size={17} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void actions.flag([mail], 'IMPORTANT', !has('IMPORTANT'))}>
          {has('IMPORTANT') ? 'Not important' : 'Mark as important'}
        </Menu.Item>
        <Menu.Item onClick={() => void actions.flag([mail], 'TASK', !has('TASK'))}>
          {has('TASK') ? 'Not a task' : 'Mark as task'}
        </Menu.Item>
        {isReceived && mail.folder !== 'Spam' && (
          <Menu.Item onClick={() => void actions.spam([mail], true)}>Spam, and block the sender</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => window.print()}>Print</Menu.Item>
        <Menu.Item onClick={() => void save(mail, 'PDF')}>Save conversation as PDF</Menu.Item>
        <Menu.Item onClick={() => void save(mail, 'MBOX')}>Save conversation as mbox</Menu.Item>
        <Menu.Item onClick={() => void save(mail, 'EML')}>Save as EML</Menu.Item>
        <Menu.Item onClick={() => void saveSource(mail)}>Download source</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

async function save({ id, conversation_id, mailbox }: Mail, format: 'EML' | 'MBOX' | 'PDF') {
  const of = format === 'EML' ? { id } : { conversation_id }
  await attempt(() => download(exportMail, { mailbox, format, ...of }))
}
const saveSource = ({ id }: Mail) => attempt(() => download(getMailSource, { id }))

type File = { data: { name: string; content_type: string }; bytes: Uint8Array<ArrayBuffer> }
async function attempt(read: () => Promise<File>) {
  try {
    const { data, bytes } = await read()
    saveFile(data.name, data.content_type, bytes)
  } catch (error) {
    toast((error as Error).message, 'bad')
  }
}
