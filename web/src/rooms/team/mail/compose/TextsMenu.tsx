import { Menu } from '@mantine/core'
import { getMailTexts, type MailText } from '@samudra/contract/mail-boxes'
import { IconSignature } from '@tabler/icons-react'
import { useAnswer } from '../../../../wire/use-answer.ts'

type Props = { mailbox: string | null; onPick: (text: MailText) => void }
/** Inserts a signature or template at the caret. */
export function TextsMenu({ mailbox, onPick }: Props) {
  const texts = useAnswer(getMailTexts, mailbox === null ? {} : { mailbox }, { keep: true }).data?.items ?? []
  const groups = [
    ['Templates', texts.filter(({ kind }) => kind === 'TEMPLATE')],
    ['Signatures', texts.filter(({ kind }) => kind === 'SIGNATURE')],
  ] as const
  return (
    <Menu position="top-start" shadow="md">
      <Menu.Target>
        <button
          type="button"
          className="composer-tool"
          aria-label="Insert a template or signature"
          title="Insert a template or signature"
        >
          <IconSignature size={17} stroke={1.6} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {texts.length === 0 && <Menu.Label>None yet. Add them in Mail settings.</Menu.Label>}
        {groups.map(
          ([label, all]) =>
            all.length > 0 && (
              <div key={label}>
                <Menu.Label>{label}</Menu.Label>
                {all.map((text) => (
                  <Menu.Item key={text.id} onClick={() => onPick(text)}>
                    {text.name}
                  </Menu.Item>
                ))}
              </div>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
