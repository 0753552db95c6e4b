import { Menu } from '@mantine/core'
import { IconHome, IconHomePlus } from '@tabler/icons-react'
import { useOpened } from '../../kit/pages/on-press.tsx'
import type { Chart } from '../chart/chart.ts'
import { goHome, setHome } from './home-view.ts'
import { HomeButton } from './HomeButton.tsx'

/** Goes to the view the chart begins with, or makes it this one. */
export function HomeMenu({ chart }: { chart: Chart }) {
  const { button, ...menu } = useOpened()
  return (
    <Menu {...menu} position="right-start" shadow="md" withinPortal returnFocus>
      <Menu.Target>
        <HomeButton ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconHome size={15} aria-hidden />} onClick={() => goHome(chart)}>
          Go to home view
        </Menu.Item>
        <Menu.Item leftSection={<IconHomePlus size={15} aria-hidden />} onClick={() => setHome(chart)}>
          Set as home view
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
