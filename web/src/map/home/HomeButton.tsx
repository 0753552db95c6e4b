import { IconHome } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

/** Opens the menu of the view the chart begins with. */
export function HomeButton(props: ComponentProps<'button'>) {
  return (
    <button aria-haspopup="menu" {...props} type="button" aria-label="Home view" title="Home view (H)">
      <IconHome size={16} />
    </button>
  )
}
