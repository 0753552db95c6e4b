import { LoadingOverlay } from '@mantine/core'
import { useUi } from './ui.store.ts'

/** Lies over everything while something is done that nobody may work beside. */
export function Cover() {
  const isCovered = useUi((state) => state.loader.open)
  return (
    <LoadingOverlay
      visible={isCovered}
      zIndex={1000}
      overlayProps={{ blur: 1, fixed: true }}
      loaderProps={{ type: 'oval' }}
      pos="fixed"
    />
  )
}
