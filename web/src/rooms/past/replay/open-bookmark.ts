import type { ReplayBookmark } from '@samudra/contract/replay'
import type { NavigateFunction } from 'react-router'
import { useChart } from '../../../map/chart/chart.store.ts'
import { readView } from './replay-link.ts'

/** Shows the frame a bookmark is of, with the view it was made in. */
export function openBookmark({ link }: ReplayBookmark, navigate: NavigateFunction) {
  const view = readView(new URLSearchParams(link.split('?')[1] ?? ''))
  if (view !== null) useChart.getState().look(view)
  void navigate(link)
}
