import { create } from 'zustand'
import { useFooter } from '../kit/footer.ts'
import { fitting, keepStore } from '../store/keep.ts'

/** State of the frame, with the names of the specification; its drawer is the panel of the map. */
export type UiState = {
  /** While open a spinner with backdrop covers everything. */
  loader: { open: boolean }
  style: {
    displayWidth: number
    navCollpased: boolean
    desktopSidebarCollapsed: boolean
    isFooterDrawerOpen: boolean
    /** On a narrow window, where the sidebar is a drawer. */
    isRailDrawerOpen: boolean
    /** The element shown full screen; the root of the page when there is none. */
    fullScreenElement: Element | null
  }
  /** Height of the footer drawer, pixels. */
  footerHeight: number
}

/** From this width on the sidebar begins with its words shown. */
const WIDE = 1600

const STYLE: UiState['style'] = {
  displayWidth: window.innerWidth,
  navCollpased: false,
  desktopSidebarCollapsed: window.innerWidth < WIDE,
  isFooterDrawerOpen: false,
  isRailDrawerOpen: false,
  fullScreenElement: document.documentElement,
}
const FOOTER_PX = 220
export const useUi = create<UiState>(() => ({
  loader: { open: false },
  style: STYLE,
  footerHeight: FOOTER_PX,
}))
/** The width and what is shown full screen are of the page as it stands, and begin anew with it. */
keepStore(useUi, {
  name: 'ui.style',
  of: 'browser',
  read: ({ style: { navCollpased, desktopSidebarCollapsed, isFooterDrawerOpen }, footerHeight }) => ({
    navCollpased,
    desktopSidebarCollapsed,
    isFooterDrawerOpen,
    footerHeight,
  }),
  restore: ({ footerHeight, ...style }) => ({
    style: fitting(useUi.getState().style, style),
    footerHeight: typeof footerHeight === 'number' ? footerHeight : FOOTER_PX,
  }),
})

/** The mark of the specification on the body: something is on its way. */
useUi.subscribe(({ loader }) => document.body.classList.toggle('loading', loader.open))

export function setStyle(part: Partial<UiState['style']>) {
  useUi.setState(({ style }) => ({ style: { ...style, ...part } }))
}
export const toggleSidebar = () =>
  setStyle({ desktopSidebarCollapsed: !useUi.getState().style.desktopSidebarCollapsed })
export const setRailDrawer = (isRailDrawerOpen: boolean) => setStyle({ isRailDrawerOpen })
export const toggleNavbar = () => setStyle({ navCollpased: !useUi.getState().style.navCollpased })

useFooter.subscribe(({ content }) => setStyle({ isFooterDrawerOpen: content !== null }))

export function toggleFullScreen() {
  if (document.fullscreenElement === null) void document.documentElement.requestFullscreen()
  else void document.exitFullscreen()
}

/** Keeps width and full-screen element up to date; returns how to stop. */
export function followDisplay(): () => void {
  const resized = () => setStyle({ displayWidth: window.innerWidth, isRailDrawerOpen: false })
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
