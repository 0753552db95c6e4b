import { create } from 'zustand'
import { useFooter } from '../kit/footer.ts'
import { fitting, keepStore } from '../store/saved-stores.ts'
import { isMapAddress } from './screens.ts'

/** State of the frame, with the names of the specification; its drawer is the panel of the map. */
export type UiState = {
  /** While open a spinner with backdrop covers everything. */
  loader: { open: boolean }
  style: {
    displayWidth: number
    navCollpased: boolean
    desktopSidebarCollapsed: boolean
    /** On the map, where the chart has the width. */
    isMapSidebarCollapsed: boolean
    isFooterDrawerOpen: boolean
    /** On a narrow window, where the sidebar is a drawer. */
    isRailDrawerOpen: boolean
    /** The element shown full screen; the root of the page when there is none. */
    fullScreenElement: Element | null
  }
  /** Height of the footer drawer, pixels. */
  footerHeight: number
}

/** Least width of a window whose sidebar begins with labels, pixels. */
const WIDE = 1366

const STYLE: UiState['style'] = {
  displayWidth: window.innerWidth,
  navCollpased: false,
  desktopSidebarCollapsed: window.innerWidth < WIDE,
  isMapSidebarCollapsed: true,
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
/** Omits page width and full-screen content, which belong to the current page and reset with it. */
keepStore(useUi, {
  name: 'ui.style',
  of: 'browser',
  read: ({ style, footerHeight }) => ({
    navCollpased: style.navCollpased,
    desktopSidebarCollapsed: style.desktopSidebarCollapsed,
    isMapSidebarCollapsed: style.isMapSidebarCollapsed,
    isFooterDrawerOpen: style.isFooterDrawerOpen,
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
/** Returns which state collapses the sidebar at an address. */
export const sidebarState = (pathname: string) =>
  isMapAddress(pathname) ? 'isMapSidebarCollapsed' : 'desktopSidebarCollapsed'
export function toggleSidebar() {
  const state = sidebarState(window.location.pathname)
  setStyle({ [state]: !useUi.getState().style[state] })
}
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
