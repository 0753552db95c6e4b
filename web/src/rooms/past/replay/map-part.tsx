import { IconPlayerTrackPrev } from '@tabler/icons-react'
import { getReplayBookmarks } from '@samudra/contract/replay'
import { later } from '../../../kit/pages/later.tsx'
import { call } from '../../../wire/call.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import { openBookmark } from './open-bookmark.ts'
import './replay.css'

/** Record and replay, from any map. */
export const replayPart: MapPart = {
  opens: {
    bookmark: async ({ id }, navigate) => {
      const { items } = await call(getReplayBookmarks, { ids: [id] })
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
      Panel: later(() => import('./ReplayPanel.tsx').then((code) => code.ReplayPanel)),
    },
  ],
}
