import type { ComponentType } from 'react'
import { create } from 'zustand'

/** What a room shows in the drawer at the foot of every screen. */
export type FooterContent = {
  title: string
  Content: ComponentType
  /** A few words beside the title, such as a count. */
  Note?: ComponentType
}

/** What the drawer shows; null before anything was opened. Whether it is open is the frame's business. */
export const useFooter = create<{ content: FooterContent | null }>(() => ({ content: null }))

/** Opens the drawer with something in it, in place of what it showed. */
export const openFooter = (content: FooterContent) => useFooter.setState({ content: { ...content } })
