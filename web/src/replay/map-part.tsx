import { IconPlayerTrackPrev } from '@tabler/icons-react'
import { getReplayBookmarks } from '@samudra/contract/replay'
import { call } from '../wire/call.ts'
import { openBookmark } from './Bookmarks.tsx'
import type { MapPart } from '../map/part.ts'
import { ReplayPanel } from './ReplayPanel.tsx'

/** Record and replay, from any map. */
export const replayPart: MapPart = {
  opens: {
    bookmark: async ({ id }, navigate) => {
      const { items } = await call(getReplayBookmarks, { limit: 500 })
      const bookmark = items.find((one) => one.id === id)
      if (bookmark !== undefined) openBookmark(bookmark, navigate)
    },
  },
  tools: [
    {
      id: 'replay',
      label: 'Record and replay',
      Icon: IconPlayerTrackPrev,
      hotkey: 'r',
      order: 70,
      Panel: ReplayPanel,
    },
  ],
}
