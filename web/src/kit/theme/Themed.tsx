import { createTheme, MantineProvider, type MantineColorsTuple } from '@mantine/core'
import type { ReactNode } from 'react'
import '@mantine/core/styles.css'
import './mantine.css'
import { usePalette } from './colour-palette.ts'
import './text-size.ts'

const sea: MantineColorsTuple = [
  '#e6f4fd',
  '#cfe6f7',
  '#a2cdee',
  '#71b2e4',
  '#4b9bdc',
  '#3b9ddb',
  '#2b83c4',
  '#176ba8',
  '#0d5f98',
  '#004f84',
]

/** Options that keep popups inside the window, scrolling inside, without making the page longer. */
const inWindow = { floatingStrategy: 'fixed', middlewares: { size: { padding: 8 } } } as const

const theme = createTheme({
  // Users who prefer reduced motion do not wait for dialogs that fade.
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '600' },
  primaryColor: 'sea',
  colors: { sea },
  defaultRadius: 4,
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: 'var(--text-xl)',
  },
  cursorType: 'pointer',
  components: {
    Modal: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Menu: { defaultProps: { ...inWindow, withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: inWindow },
    Combobox: { defaultProps: { floatingStrategy: 'fixed' } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
  },
})

export function Themed({ children }: { children: ReactNode }) {
  const scheme = usePalette((state) => (state.palette === 'day' ? 'light' : 'dark'))
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme}>
      {children}
    </MantineProvider>
  )
}
