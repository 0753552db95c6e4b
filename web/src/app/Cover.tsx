import { LoadingOverlay } from '@mantine/core'
import { useUi } from './ui.store.ts'

/** Covers everything during work that blocks all other work. */
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
