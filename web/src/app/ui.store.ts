import { create } from 'zustand'
import { useFooter } from '../kit/footer.ts'

/** State of the frame, with the names of the specification. */
export type UiState = {
  drawer: { open: boolean; isAnalytics: boolean }
  /** While open a spinner with backdrop covers everything. */
  loader: { open: boolean }
  style: {
    displayWidth: number
    navCollpased: boolean
    desktopSidebarCollapsed: boolean
    isFooterDrawerOpen: boolean
    /** The element shown full screen; the root of the page when there is none. */
    fullScreenElement: Element | null
  }
  /** Height of the footer drawer, pixels. */
  footerHeight: number
}

/** From this width on the sidebar begins with its words shown. */
const WIDE = 1600

export const useUi = create<UiState>(() => ({
  drawer: { open: false, isAnalytics: false },
  loader: { open: false },
  style: {
    displayWidth: window.innerWidth,
    navCollpased: false,
    desktopSidebarCollapsed: window.innerWidth < WIDE,
    isFooterDrawerOpen: false,
    fullScreenElement: document.documentElement,
  },
  footerHeight: 220,
}))

export function setStyle(part: Partial<UiState['style']>) {
  useUi.setState(({ style }) => ({ style: { ...style, ...part } }))
}
export const toggleSidebar = () =>
  setStyle({ desktopSidebarCollapsed: !useUi.getState().style.desktopSidebarCollapsed })
export const toggleNavbar = () => setStyle({ navCollpased: !useUi.getState().style.navCollpased })

useFooter.subscribe(() => setStyle({ isFooterDrawerOpen: true }))

export function toggleFullScreen() {
  if (document.fullscreenElement === null) void document.documentElement.requestFullscreen()
  else void document.exitFullscreen()
}

/** Keeps width and full-screen element up to date; returns how to stop. */
export function followDisplay(): () => void {
  const resized = () => setStyle({ displayWidth: window.innerWidth })
  const changed = () =>
    setStyle({ fullScreenElement: document.fullscreenElement ?? document.documentElement })
  window.addEventListener('resize', resized)
  document.addEventListener('fullscreenchange', changed)
  return () => {
    window.removeEventListener('resize', resized)
    document.removeEventListener('fullscreenchange', changed)
  }
}

/** Covers the screen with the spinner while work is done. */
export async function whileLoading<T>(work: () => Promise<T>): Promise<T> {
  useUi.setState({ loader: { open: true } })
  try {
    return await work()
  } finally {
    useUi.setState({ loader: { open: false } })
  }
}
