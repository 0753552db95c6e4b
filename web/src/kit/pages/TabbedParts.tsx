import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'

/** Parts of a screen under tabs; only the open part is mounted. */
export function TabbedParts({
  label,
  parts,
}: {
  label: string
  parts: readonly { value: string; label: string; content: ReactNode }[]
}) {
  return (
    <Tabs defaultValue={parts[0]?.value ?? null} mt={12} keepMounted={false}>
      <Tabs.List mb={14} aria-label={label}>
        {parts.map(({ value, label: title }) => (
          <Tabs.Tab key={value} value={value}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
