import type { ComponentType } from 'react'
import { create } from 'zustand'

/** Contents of the drawer at the foot of every screen. */
export type FooterContent = {
  title: string
  Content: ComponentType
  /** A few words beside the title, such as a count. */
  Note?: ComponentType
}

/** Contents of the drawer; null before the first use. The frame decides whether it is open. */
export const useFooter = create<{ content: FooterContent | null }>(() => ({ content: null }))

/** Opens the drawer with something in it, in place of what it showed. */
export const openFooter = (content: FooterContent) => useFooter.setState({ content: { ...content } })
