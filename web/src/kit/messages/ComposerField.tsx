import { Combobox, Textarea, type ComboboxStore } from '@mantine/core'
import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import { MentionLine } from '../people/MentionLine.tsx'
import type { MentionField } from './use-mention-field.ts'

type Props = {
  label: string
  placeholder: string
  text: string
  maxLength: number
  isCompact?: boolean
  hasFocus?: boolean
  isHidden: boolean
  area: RefObject<HTMLTextAreaElement | null>
  combobox: ComboboxStore
  mention: MentionField
  onPress: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onFiles: (files: readonly File[]) => void
}

/** Text of a message, with names offered behind an @ and files taken from the clipboard. */
export function ComposerField({ mention, combobox, area, isCompact = false, ...props }: Props) {
  return (
    <Combobox store={combobox} onOptionSubmit={mention.take} position="top-start" shadow="md">
      <Combobox.Target withKeyboardNavigation={mention.isOpen}>
        <Textarea
          ref={area}
          variant="unstyled"
          className="composer-field"
          hidden={props.isHidden}
          aria-label={props.label}
          placeholder={props.placeholder}
          autosize
          minRows={1}
          maxRows={isCompact ? 6 : 12}
          maxLength={props.maxLength}
          autoFocus={props.hasFocus ?? false}
          value={props.text}
          onChange={mention.change}
          onSelect={mention.select}
          onKeyDownCapture={mention.escape}
          onKeyDown={props.onPress}
          onPaste={(event) => pasteFiles(event, props.onFiles)}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!mention.isOpen}>
        <Combobox.Options aria-label="Mention">
          {mention.found.map((one) => (
            <Combobox.Option key={one.name} value={one.name}>
              {one.kind === 'everybody' ? (
                <span className="person">
                  <span className="person-name">{one.name}</span>
                  <small className="person-duty">{one.label}</small>
                </span>
              ) : (
                <MentionLine of={one} />
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function pasteFiles(event: ClipboardEvent, onFiles: (files: readonly File[]) => void) {
  const files = [...event.clipboardData.files]
  if (files.length === 0) return
  event.preventDefault()
  onFiles(files)
}
