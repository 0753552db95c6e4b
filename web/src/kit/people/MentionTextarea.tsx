import { Combobox, Textarea, type TextareaProps } from '@mantine/core'
import { MentionLine } from './MentionLine.tsx'
import type { MentionState } from './use-mention-field.ts'

type Props = Omit<TextareaProps, keyof MentionState['field']> & {
  mention: MentionState
  position: 'top-start' | 'bottom-start'
}
/** Text that grows with its lines, with names offered behind an @. */
export function MentionTextarea({ mention, position, ...props }: Props) {
  const { area, combobox, field, found, isOpen, take } = mention
  return (
    <Combobox store={combobox} onOptionSubmit={take} position={position} shadow="md">
      <Combobox.Target withKeyboardNavigation={isOpen}>
        <Textarea {...props} {...field} ref={area} autosize />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label="Names to mention">
          {found.map((one) => (
            <Combobox.Option key={`${one.kind} ${one.name}`} value={one.name}>
              <MentionLine of={one} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
