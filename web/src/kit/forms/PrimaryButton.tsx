import type { ComponentProps } from 'react'
import { ActionButton } from './ActionButton.tsx'

/** Main action of a screen: the one button in the accent colour. */
export const PrimaryButton = (
  props: Omit<ComponentProps<typeof ActionButton>, 'variant' | 'color' | 'size'>,
) => <ActionButton size="xs" variant="filled" color="sea" {...props} />
