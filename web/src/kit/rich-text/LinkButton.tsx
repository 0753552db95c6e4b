import { Button, Group, Popover, TextInput } from '@mantine/core'
import { useEditorState, type Editor } from '@tiptap/react'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { isSafeLink } from './extensions.ts'

/** Sets, changes and removes the link at the caret. */
export function LinkButton({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false)
  const href = useEditorState({
    editor,
    selector: ({ editor: one }) => (one.getAttributes('link')['href'] as string | undefined) ?? '',
  })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus width={300}>
      <Popover.Target>
        <button
          type="button"
          className="rich-text-tool"
          aria-label="Link"
          title="Link"
          data-on={href !== '' || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconLink size={17} stroke={1.6} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && <LinkForm editor={editor} href={href} close={() => setOpen(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

const complete = (typed: string) => {
  const text = typed.trim()
  if (/^[\w+.-]+@[\w.-]+$/u.test(text)) return `mailto:${text}`
  return /^[a-z]+:|^[/#]/iu.test(text) ? text : `https://${text}`
}

function LinkForm({ editor, href, close }: { editor: Editor; href: string; close: () => void }) {
  const [typed, setTyped] = useState(href)
  const [fault, setFault] = useState<string | null>(null)
  const isEmpty = editor.state.selection.empty && href === ''
  function set() {
    const address = complete(typed)
    if (!isSafeLink(address)) return setFault('Enter an address that begins with https, http or mailto.')
    const chain = editor.chain().focus().extendMarkRange('link')
    if (isEmpty) {
      const marks = [{ type: 'link', attrs: { href: address } }]
      chain.insertContent({ type: 'text', text: typed.trim(), marks }).run()
    } else chain.setLink({ href: address }).run()
    return close()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        // The form of a mail around it is not sent.
        event.stopPropagation()
        if (typed.trim() !== '') set()
      }}
    >
      <TextInput
        data-autofocus
        size="xs"
        label="Address"
        placeholder="https://"
        value={typed}
        error={fault}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        {href !== '' && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              close()
            }}
          >
            Remove link
          </Button>
        )}
        <Button size="xs" type="submit" disabled={typed.trim() === ''}>
          Set link
        </Button>
      </Group>
    </form>
  )
}
