import { openFooter, useFooter, type FooterContent } from '../../../../kit/footer.ts'
import { later } from '../../../../kit/pages/later.tsx'
import { fitting, keepStore } from '../../../../store/saved-stores.ts'
import { useNearby } from './nearby.store.ts'

const Nearby = later(() => import('./Nearby.tsx').then((code) => code.Nearby))

/** Opens the drawer with what is near a place or a ship. */
export function findNearby(center: { lat: number; lon: number; name: string }) {
  useNearby.setState({ findNearbyVessels: center })
  openFooter(NEARBY)
}

const NEARBY: FooterContent = {
  title: 'Nearby vessels',
  Content: Nearby,
  Note: () =>
    useNearby(({ findNearbyVessels: center }) => (center === null ? null : `around ${center.name}`)),
}
useFooter.subscribe(({ content }) => useNearby.setState({ open: content?.Content === Nearby }))
keepStore(useNearby, {
  name: 'planning.ais_path_settings',
  of: 'tab',
  read: ({ open, findNearbyVessels, radius, time }) => ({ open, findNearbyVessels, radius, time }),
  restore: (held) => {
    const saved = fitting(useNearby.getInitialState(), held)
    // It was open when the page went: the drawer shows it again.
    if (saved.open) queueMicrotask(() => openFooter(NEARBY))
    return saved
  },
})
