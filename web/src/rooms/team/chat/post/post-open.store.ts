import type { Post } from '@mattermost/types/posts'
import { create } from 'zustand'

type PostOpen = {
  /** Message that is being changed. */
  editing: string | null
  /** Message that an open dialog is about. */
  forwarding: Post | null
  deleting: Post | null
  attaching: Post | null
  receiptsOf: Post | null
}

/** Messages that a field or a dialog is open for. */
export const usePostOpen = create<PostOpen>(() => ({
  editing: null,
  forwarding: null,
  deleting: null,
  attaching: null,
  receiptsOf: null,
}))
export const openPostDialog = (to: Partial<PostOpen>) => usePostOpen.setState(to)
